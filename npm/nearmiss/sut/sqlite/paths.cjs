"use strict";
// Which path a driver of SQLite is given in place of another. (Part of written suites, too.)

const path = require("node:path");

/** A database that is in no file: in memory, or a temporary one that SQLite makes and removes itself. */
const isFileless = (name) => name === "" || name === ":memory:";
/** `libsql://`, `https://`: a server. */
const SERVER = /^[a-z][a-z0-9+.-]+:\/\//i;
const URI = /^file:(?:\/\/(?:localhost)?(?=\/))?([^?#]*)(.*)$/is;

/**
 * Answers what leads a path to the copy of its database (`copyOf(file, about)`); others are as they are. `hasUris`: so are URIs of SQLite's, which
 * some drivers take for names of files.
 */
exports.leading = (copyOf, hasUris = true) => (given, about = {}) => {
  const name = given.trim();
  if (isFileless(name)) return given;
  const uri = hasUris ? URI.exec(name) : null;
  if (uri === null) return SERVER.test(name) ? given : copyOf(path.resolve(name), about);
  const [, escaped, rest] = uri;
  const file = decodeURIComponent(escaped);
  if (isFileless(file) || /[?&]mode=memory\b/i.test(rest)) return given;
  const isReadOnly = about.isReadOnly || /[?&](?:mode=ro|immutable=(?:1|true|yes|on))\b/i.test(rest);
  return `file:${encodeURI(copyOf(path.resolve(file), { ...about, isReadOnly })).replace(/[?#]/g, encodeURIComponent)}${rest}`;
};

"use strict";
// Which path a driver of SQLite is given in place of another, and which statements name paths. (Part of written suites, too.)

const path = require("node:path");

/** A database that is in no file: in memory, or a temporary one that SQLite makes and removes itself. */
const isFileless = (name) => name === "" || name === ":memory:";
/** `libsql://`, `https://`: a server. */
const SERVER = /^[a-z][a-z0-9+.-]+:\/\//i;
const URI = /^file:(?:\/\/(?:localhost)?(?=\/))?([^?#]*)(.*)$/is;
const ATTACHES = /\battach\b/i;
/** `ATTACH DATABASE 'a.db' AS a`; SQLite takes a text in double quotes, too. */
const NAMED = /(\battach\s+(?:database\s+)?)('(?:[^']|'')*'|"(?:[^"]|"")*")(?=\s*as\b)/gi;

/** `copyOf(file)`: the copy of the database in a file. */
exports.leading = (copyOf) => {
  /** A path, or a URI of SQLite's, led to the copy of its database; others as they are. */
  const ledPath = (given) => {
    const name = given.trim();
    if (isFileless(name)) return given;
    const uri = URI.exec(name);
    if (uri === null) return SERVER.test(name) ? given : copyOf(path.resolve(name));
    const [, escaped, rest] = uri;
    const file = decodeURIComponent(escaped);
    if (isFileless(file) || /[?&]mode=memory\b/i.test(rest)) return given;
    return `file:${encodeURI(copyOf(path.resolve(file)))}${rest}`;
  };
  /** A statement whose `ATTACH` names the copy. */
  const ledStatement = (sql) => {
    if (!ATTACHES.test(sql)) return sql;
    return sql.replace(NAMED, (_, attach, quoted) => {
      const [mark] = quoted;
      const name = quoted.slice(1, -1).replaceAll(mark + mark, mark);
      return `${attach}'${ledPath(name).replaceAll("'", "''")}'`;
    });
  };
  return { ledPath, ledStatement };
};

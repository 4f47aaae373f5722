"use strict";
// Which package a file of node_modules belongs to.

const path = require("node:path");
const { readPackage } = require("../register/package_json.js");

const FOLDER = `${path.sep}node_modules${path.sep}`;
const packages = new Map();

/** Name and version as the package itself says (it may be installed under another name); null when it cannot be read. */
function identity(folder) {
  if (packages.has(folder)) return packages.get(folder);
  const { name, version } = readPackage(folder) ?? {};
  const found = typeof name === "string" && typeof version === "string" ? { name, version } : null;
  packages.set(folder, found);
  return found;
}

/** `{ name, version, file }` of a file of one of `libraries`, else null. */
exports.packageOf = (filename, libraries) => {
  const start = filename.lastIndexOf(FOLDER);
  if (start === -1) return null;
  const from = start + FOLDER.length;
  const scoped = filename[from] === "@";
  const slash = filename.indexOf(path.sep, from);
  const end = scoped && slash !== -1 ? filename.indexOf(path.sep, slash + 1) : slash;
  if (end === -1) return null;
  const found = identity(filename.slice(0, end));
  if (found === null || !libraries.has(found.name)) return null;
  const file = filename.slice(end + 1).split(path.sep).join("/");
  return { name: found.name, version: found.version, file };
};

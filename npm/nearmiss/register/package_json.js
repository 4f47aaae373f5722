"use strict";
// What a package.json says: the one place that reads them (but for `sut/sqlite/drivers.cjs`, which stands in written suites).

const fs = require("node:fs");
const path = require("node:path");

const NAME = "package.json";

/** What the package.json in a folder holds; null where there is none, or none that is JSON: npm says so louder than we could. */
function readPackage(folder) {
  try {
    return JSON.parse(fs.readFileSync(path.join(folder, NAME), "utf8").replace(/^\uFEFF/, ""));
  } catch {
    return null;
  }
}

/** The nearest folder from `folder` upwards that holds a package.json, else `folder`. */
function packageRoot(folder) {
  for (let at = folder; ; at = path.dirname(at)) {
    if (fs.existsSync(path.join(at, NAME))) return at;
    if (path.dirname(at) === at) return folder;
  }
}

const modules = new Map();

/** Whether the nearest package.json from `folder` upwards says `"type": "module"`. */
function isOfModules(folder) {
  const known = modules.get(folder);
  if (known !== undefined) return known;
  const parent = path.dirname(folder);
  const found = readPackage(folder);
  const is = found === null ? parent !== folder && isOfModules(parent) : found.type === "module";
  modules.set(folder, is);
  return is;
}

/** `"module"` or `"commonjs"` where the name of a file says so, `"module"` where its package.json does, else null. */
function saidKind(filename) {
  const extension = path.extname(filename);
  if (extension === ".mjs" || extension === ".mts") return "module";
  if (extension === ".cjs" || extension === ".cts") return "commonjs";
  return isOfModules(path.dirname(filename)) ? "module" : null;
}

module.exports = { readPackage, packageRoot, saidKind };

"use strict";
// Where the configuration of a folder is.

const fs = require("node:fs");
const path = require("node:path");

const NAMES = ["mjs", "js", "cjs", "ts", "json"].map((extension) => `nearmiss.config.${extension}`);
const PACKAGE = "package.json";
/** The key in package.json. */
exports.KEY = "nearmiss";

/** The JSON value of a file. Throws an Error that names the file and the place. */
exports.readJson = (file) => {
  let text;
  try {
    text = fs.readFileSync(file, "utf8").replace(/^\uFEFF/, "");
  } catch (error) {
    throw new Error(`${file} cannot be read: ${error.message}`);
  }
  try {
    return JSON.parse(text);
  } catch (error) {
    const position = /position (\d+)/.exec(error.message)?.[1];
    const line = position === undefined ? "" : `:${text.slice(0, Number(position)).split("\n").length}`;
    throw new Error(`${file}${line} is not JSON: ${error.message}`);
  }
};

/** Whether package.json has our key; one that is not JSON has none: npm says so louder than we could. */
function packageHasKey(file) {
  try {
    return Object.hasOwn(exports.readJson(file) ?? {}, exports.KEY);
  } catch {
    return false;
  }
}

const isFile = (file) => fs.statSync(file, { throwIfNoEntry: false })?.isFile() ?? false;

/**
 * The file that holds the configuration for `cwd`, or null: a `nearmiss.config.*` or a package.json with our key, in `cwd`
 * or the nearest folder above, up to the folder of the nearest package.json.
 *
 * Throws an Error when a folder holds two.
 */
exports.discover = (cwd) => {
  for (let folder = path.resolve(cwd); ; folder = path.dirname(folder)) {
    const found = NAMES.map((name) => path.join(folder, name)).filter(isFile);
    const manifest = path.join(folder, PACKAGE);
    const isPackage = isFile(manifest);
    if (isPackage && packageHasKey(manifest)) found.push(manifest);
    if (found.length > 1) {
      const names = found.map((file) => (file === manifest ? `the key "${exports.KEY}" of ${PACKAGE}` : path.basename(file)));
      throw new Error(`${folder} has two configurations, ${names.join(" and ")}; keep one`);
    }
    if (found.length === 1) return found[0];
    if (isPackage || path.dirname(folder) === folder) return null;
  }
};

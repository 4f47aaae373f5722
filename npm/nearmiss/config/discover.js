"use strict";
// Where the configuration of a folder is.

const fs = require("node:fs");
const path = require("node:path");
const { readPackage } = require("../register/package_json.js");

const NAMES = ["mjs", "js", "cjs", "ts", "json"].map((extension) => `nearmiss.config.${extension}`);
const PACKAGE = "package.json";
/** Endings of files that can hold a configuration. */
exports.ENDINGS = NAMES.map((name) => path.extname(name));
/** The key in package.json. */
exports.KEY = "nearmiss";

/** Letters that V8 shows before the one that it did not expect. */
const SHOWN_BEFORE = 10;

/** Where JSON.parse met what it did not expect, as far as its message tells; Node 20 mostly shows what stands around it. */
function position(text, message) {
  const told = /position (\d+)/.exec(message);
  if (told !== null) return Number(told[1]);
  if (message.startsWith("Unexpected end")) return text.length;
  const around = /^Unexpected token '(.)', (\.\.\.)?"([^]*)"(?:\.\.\.)? is not valid JSON$/u.exec(message);
  const begin = around === null ? -1 : text.indexOf(around[3]);
  if (begin === -1) return null;
  return begin + (around[2] === undefined ? around[3].indexOf(around[1]) : SHOWN_BEFORE);
}

/** The text of a file. Throws an Error that names the file. */
function readText(file) {
  let bytes;
  try {
    bytes = fs.readFileSync(file);
  } catch (error) {
    throw new Error(`${file} cannot be read: ${error.message}`);
  }
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new Error(`${file} is no text in UTF-8; save it as UTF-8`);
  }
}

/** The JSON value of a file. Throws an Error that names the file and the place. */
exports.readJson = (file) => {
  const text = readText(file);
  if (text.trim() === "") throw new Error(`${file} is empty; write { } into it, or delete it`);
  try {
    return JSON.parse(text);
  } catch (error) {
    const at = position(text, error.message);
    const line = at === null ? "" : `:${text.slice(0, at).split("\n").length}`;
    throw new Error(`${file}${line} is not JSON: ${error.message}`);
  }
};

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
    if (isPackage && Object.hasOwn(readPackage(folder) ?? {}, exports.KEY)) found.push(manifest);
    if (found.length > 1) {
      const names = found.map((file) => (file === manifest ? `the key "${exports.KEY}" of ${PACKAGE}` : path.basename(file)));
      throw new Error(`${folder} has two configurations, ${names.join(" and ")}; keep one`);
    }
    if (found.length === 1) return found[0];
    if (isPackage || path.dirname(folder) === folder) return null;
  }
};

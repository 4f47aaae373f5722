"use strict";
// Which files of drivers are hooked; the drivers are the files of the folder beside this one.

const fs = require("node:fs");
const path = require("node:path");

/** Name by which the text of an ES module or a bundle finds us. */
exports.KEY = Symbol.for("sut.databases");
const CALL = 'globalThis[Symbol.for("sut.databases")]?.';
const MODULES = `${path.sep}node_modules${path.sep}`;

exports.DRIVERS = fs.readdirSync(path.join(__dirname, "drivers")).map((name) => require(`./drivers/${name}`));

/** The name that the package in a folder gives itself; it may be installed under another one. */
function nameOf(folder) {
  try {
    return JSON.parse(fs.readFileSync(path.join(folder, "package.json"), "utf8")).name;
  } catch {
    return undefined;
  }
}

/** Finds what is done with a file, of `kind` "files" or "modules"; undefined for nearly all. */
exports.hookOf = (filename, kind) => {
  if (typeof filename !== "string" || !filename.includes(MODULES)) return undefined;
  for (const driver of exports.DRIVERS) {
    for (const [file, hook] of Object.entries(driver[kind] ?? {})) {
      const end = path.sep + file.split("/").join(path.sep);
      if (!filename.endsWith(end)) continue;
      const folder = filename.slice(0, -end.length);
      if (nameOf(folder) === driver.library) return { driver, folder, ...(kind === "files" ? { hook } : hook) };
    }
  }
  return undefined;
};

/** Answers the text of a module as it is to run, which hands over what is hooked; null for nearly all. */
exports.changed = (filename, text) => {
  const found = exports.hookOf(filename, "modules");
  return found === undefined ? null : found.edit(text(), (name) => `${CALL}(${JSON.stringify(filename)}, ${name})`);
};

// What an adapted ES module imports, in the thread that runs it.

import { createRequire } from "node:module";

const require = createRequire(import.meta.url);
const { adapted, find } = require("./index.js");

/** Replacements of exports of a module by name: all of `names`, with the originals where there is nothing to replace. */
export function adapt(filename, names, original) {
  const found = find(filename, "modules");
  const replaced = found === null ? null : adapted(found, original);
  return Object.fromEntries(names.map((name) => [name, replaced?.[name] ?? original[name]]));
}

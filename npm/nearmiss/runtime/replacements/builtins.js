"use strict";
// Functions of Node's own modules: found when the program calls one, so that no module is loaded for us.

const load = typeof process === "object" && process !== null ? process.getBuiltinModule : undefined;

/** A function of a built-in module, or undefined: in a browser, or where there is none of that name. */
function builtin(module, path) {
  let value = load === undefined ? undefined : load(module);
  for (let i = 0; i < path.length && value !== undefined; i += 1) value = value[path[i]];
  return value;
}

module.exports = { builtin };

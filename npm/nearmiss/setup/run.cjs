"use strict";
// Runs a function of a kind of setup: in the process of the API, which alone has its connections, or in one beside it
// that keeps its databases. A search and a written suite run this very file; beside it stands the program of each kind,
// `<kind>.cjs`, whose exports are its functions.

const path = require("node:path");

/** Words of JavaScript are no functions of a kind. */
const own = (programs, name) => (Object.hasOwn(programs, name) && typeof programs[name] === "function" ? programs[name] : undefined);

/**
 * Calls a function of the kind whose program stands in a folder; `first` are arguments before those of the test.
 * Answers what it answers, as JSON: null for nothing.
 * Throws where there is no such kind or function, and what the function throws.
 */
exports.run = async (folder, { kind, function: name, arguments: args }, ...first) => {
  if (!/^[a-z][a-z0-9_]*$/.test(kind)) throw new Error(`${JSON.stringify(kind)} is no kind of setup`);
  const found = own(require(path.join(folder, `${kind}.cjs`)), name);
  if (found === undefined) throw new Error(`the setup ${kind} has no function ${name}`);
  return (await found(...first, ...args)) ?? null;
};

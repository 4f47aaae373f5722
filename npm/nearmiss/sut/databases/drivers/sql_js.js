"use strict";
// sql.js: SQLite as WebAssembly, with databases in memory. It answers a promise of what has its class, which is made
// later.

const { wrapped } = require("../../../adapters/exported.js");
const { ownField } = require("../../../adapters/observe.js");
const { reflectApply } = require("../../../runtime/intrinsics.js");
const connections = require("../connections.js");
const { begun, call, ended, made, watch } = require("../queries.js");

/** Calls `found(exports)` when the library has made what it answers. */
function whenInitialised(original, found) {
  let isFirst = true;
  return wrapped(original, (self, args) => {
    if (!isFirst) return reflectApply(original, self, args);
    isFirst = false;
    // The library fills the object that it is given, and calls what is in `postRun` of it, in order, when it is ready:
    // so nobody need wait for its promise.
    const config = args[0] === undefined ? {} : args[0];
    const promise = reflectApply(original, self, args[0] === undefined ? [config] : args);
    const postRun = ownField(config, "postRun");
    const ready = () => {
      const there = postRun.indexOf(ready);
      if (there >= 0) postRun.splice(there, 1);
      const Database = ownField(config, "Database");
      if (typeof Database === "function") found(Database);
    };
    if (Array.isArray(postRun)) postRun.push(ready);
    return promise;
  });
}

/** Rows of `exec`: of the last of its statements that has any, each an array. */
const rowsOf = (result) => (Array.isArray(result) ? (result.at(-1)?.values ?? []) : null);

function hook({ exports: initialise }, driver) {
  if (typeof initialise !== "function") return undefined;
  let isInside = false;
  const through = (name) => (real) => (database, args, standIn) => {
    const kind = name === "prepare" || name === "iterateStatements" ? "prepare" : "query";
    const query = isInside ? null : begun(driver, { text: args[0], values: args[1] ?? [], connection: database, above: standIn, kind });
    // `each` calls functions of the program.
    if (query === null || kind === "prepare" || name === "each") return call(real, database, args);
    isInside = true;
    let result;
    try {
      result = made(query, real, database, args);
    } finally {
      isInside = false;
    }
    ended(query, rowsOf(result));
    return result;
  };
  const found = (Database) => {
    for (const name of ["run", "exec", "each", "prepare", "iterateStatements"]) watch(Database.prototype, [name], through(name));
  };
  // Its databases are in no file: that it was loaded is all there is to say.
  if (connections.isWanted()) connections.opening(driver, ":memory:", null);
  return { exports: whenInitialised(initialise, found) };
}

const files = {
  "dist/sql-wasm.js": hook,
  "dist/sql-wasm-debug.js": hook,
  "dist/sql-asm.js": hook,
  "dist/sql-asm-memory-growth.js": hook,
};

const raw = async (database, text, values) => {
  const [result] = database.exec(text, values).slice(-1);
  const rows = (result?.values ?? []).map((row) => Object.fromEntries(row.map((value, at) => [result.columns[at], value])));
  return { rows, count: result === undefined ? database.getRowsModified() : rows.length };
};

module.exports = { name: "sql.js", dialect: "sqlite", packages: { "sql.js": { files } }, raw };

"use strict";
// sqlite3: databases in files, answered by callbacks. Methods of a database make a statement, run it and finalise it.

const { WeakMap, weakMapGet, weakMapSet } = require("../../../runtime/intrinsics.js");
const { ownField } = require("../../../adapters/observe.js");
const { classStandIn } = require("../class_stand_in.js");
const connections = require("../connections.js");
const { begun, call, ended, failed, made, wantsEnds, watch } = require("../queries.js");

const RUNS = ["run", "get", "all", "each", "map"];

/** Reads what a callback was called with: rows, one row, or nothing, where the statement says what was changed. */
function resultOf(name, statement, value) {
  if (name === "all") return { rows: value, count: null };
  if (name === "get") return { rows: value === undefined ? [] : [value], count: null };
  if (name === "each") return { rows: null, count: typeof value === "number" ? value : null };
  const changes = name === "run" ? ownField(statement, "changes") : undefined;
  return { rows: null, count: typeof changes === "number" ? changes : null };
}

/** The arguments with the last callback followed by `ended`. */
function following(query, name, args) {
  const last = args.length - 1;
  const callback = args[last];
  // Of two functions of `each` the first is called for each row.
  const isOfRows = name === "each" && typeof args[last - 1] !== "function";
  if (query === null || !wantsEnds() || typeof callback !== "function" || isOfRows) return args;
  const followed = [...args];
  followed[last] = function (error, value) {
    if (error) failed(query, error);
    else {
      const { rows, count } = resultOf(name, this, value);
      ended(query, rows, count);
    }
    return Reflect.apply(callback, this, arguments);
  };
  return followed;
}

/** Values that are bound: an array, an object with names, or one after the other. */
function valuesOf(args) {
  const given = args.filter((arg) => typeof arg !== "function");
  return given.length === 1 && typeof given[0] === "object" && given[0] !== null && !Buffer.isBuffer(given[0]) ? given[0] : given;
}

function hook({ exports }, driver) {
  const { Database, Statement } = exports;
  const texts = new WeakMap();
  let isInside = false;

  const through = (name, about) => (real) => (self, args, standIn) => {
    const query = isInside ? null : begun(driver, { ...about(self, args), above: standIn });
    if (query === null) return call(real, self, args);
    isInside = true;
    try {
      return made(query, real, self, following(query, name, args));
    } finally {
      isInside = false;
    }
  };
  for (const name of [...RUNS, "exec"]) {
    watch(Database.prototype, [name], through(name, (database, args) => ({ text: args[0], values: valuesOf(args.slice(1)), connection: database })));
  }
  for (const name of RUNS) {
    watch(Statement?.prototype, [name], through(name, (statement, args) => ({ ...weakMapGet(texts, statement), values: valuesOf(args) })));
  }
  watch(Database.prototype, ["prepare"], (real) => (database, args, standIn) => {
    begun(driver, { text: args[0], connection: database, above: standIn, kind: "prepare" });
    const statement = call(real, database, args);
    if (typeof statement === "object" && statement !== null) weakMapSet(texts, statement, { text: args[0], connection: database });
    return statement;
  });
  if (connections.isWanted()) {
    const lead = ([file, ...rest], create) => create([typeof file === "string" ? connections.opening(driver, file, null) : file, ...rest]);
    exports.Database = classStandIn(Database, lead);
    // It makes its databases by the class itself, not by what we export.
    if (typeof exports.cached?.Database === "function") exports.cached.Database = classStandIn(exports.cached.Database, lead);
  }
  return undefined;
}

const raw = (database, text, values = []) =>
  new Promise((resolve, reject) => {
    if (values.length === 0 && /;\s*\S/.test(text)) {
      database.exec(text, (error) => (error ? reject(error) : resolve({ rows: [], count: null })));
    } else {
      database.all(text, values, (error, rows) => (error ? reject(error) : resolve({ rows, count: rows.length })));
    }
  });

module.exports = { name: "sqlite3", dialect: "sqlite", packages: { sqlite3: { files: { "lib/sqlite3.js": hook } } }, raw };

"use strict";
// Drivers of databases, by the files in which they keep what runs queries. Any version that has such a file and such methods is
// watched; any other driver is not.

const { packageOf } = require("../../../adapters/packages.js");
const { wrapped } = require("../../../adapters/exported.js");
const { ownField } = require("../../../adapters/observe.js");
const { reflectApply } = require("../../../runtime/intrinsics.js");

const prototypeOf = (exports) => exports?.prototype;

/** sql.js answers a promise of what has the class, which is made later. */
function whenInitialised(module, watch) {
  const original = module.exports;
  if (typeof original !== "function") return;
  let isFirst = true;
  module.exports = wrapped(original, (self, args) => {
    if (!isFirst) return reflectApply(original, self, args);
    isFirst = false;
    // The library fills the object that it is given, and calls what is in `postRun` of it, in order, when it is ready: so
    // nobody need wait for its promise.
    const config = args[0] === undefined ? {} : args[0];
    const promise = reflectApply(original, self, args[0] === undefined ? [config] : args);
    const postRun = ownField(config, "postRun");
    const ready = () => {
      const there = postRun.indexOf(ready);
      if (there >= 0) postRun.splice(there, 1);
      watch(ownField(config, "Database")?.prototype);
    };
    if (Array.isArray(postRun)) postRun.push(ready);
    return promise;
  });
}

const SQL_JS = ["run", "exec", "each", "prepare", "iterateStatements"];
const SQLITE = ["run", "all", "get", "each", "map", "exec", "prepare"];

/**
 * `dialect`: how its server reads texts (`tokens.js`); `files`: the file, and in which object of its exports the methods are;
 * `loaded(module, watch)`, if that is not known when the file has run; `methods`; `answered(result)`: an error that the driver
 * has made while it was called, to put the place of the call into others.
 */
const DRIVERS = {
  __proto__: null,
  pg: { dialect: "postgres", files: { "lib/client.js": prototypeOf, "lib/native/client.js": prototypeOf }, methods: ["query"] },
  "pg-pool": { dialect: "postgres", files: { "index.js": prototypeOf }, methods: ["query"] },
  mysql: {
    dialect: "mysql",
    files: { "lib/Connection.js": prototypeOf, "lib/Pool.js": prototypeOf, "lib/PoolNamespace.js": prototypeOf },
    methods: ["query"],
    answered: (query) => ownField(query, "_callSite"),
  },
  mysql2: {
    dialect: "mysql",
    files: {
      "lib/connection.js": prototypeOf,
      "lib/pool.js": prototypeOf,
      "lib/base/connection.js": prototypeOf,
      "lib/base/pool.js": prototypeOf,
    },
    methods: ["query", "execute", "prepare"],
  },
  sqlite3: { dialect: "sqlite", files: { "lib/sqlite3.js": (exports) => exports?.Database?.prototype }, methods: SQLITE },
  "better-sqlite3": { dialect: "sqlite", files: { "lib/database.js": prototypeOf }, methods: ["exec", "prepare"] },
  "sql.js": {
    dialect: "sqlite",
    files: { "dist/sql-wasm.js": null, "dist/sql-wasm-debug.js": null, "dist/sql-asm.js": null, "dist/sql-asm-memory-growth.js": null },
    loaded: whenInitialised,
    methods: SQL_JS,
  },
};

const NAMES = new Set(Object.keys(DRIVERS));

/**
 * A CommonJS file has run. Where it is one of a driver's, `watch(holder, driver)` is called with the object that has its methods,
 * now or when there is one.
 */
exports.loaded = (filename, module, watch) => {
  const library = packageOf(filename, NAMES);
  if (library === null) return;
  const driver = DRIVERS[library.name];
  const holderOf = driver.files[library.file];
  if (holderOf === undefined) return;
  const found = (holder) => {
    if (typeof holder === "object" && holder !== null) watch(holder, driver);
  };
  if (driver.loaded !== undefined) driver.loaded(module, found);
  else found(holderOf(module.exports));
};

"use strict";
// The registry of drivers: one file in `drivers/` and one line here (README.md). A driver is loaded when the program
// loads a file of its package: most programs have one, and npm and the like have none.
//
// A driver has a `name`, as it is called on npm; a `dialect`, how its server reads texts; `packages`: the files that are
// hooked, by package:
// - `files`: CommonJS files, each a function `hook({ exports }, driver)` that is called when the file has run;
// - `modules`: ES modules and bundles, `{ names, inside?, hook }`: `hook` is given what stands under these names;
//   `inside`: by which of its methods a class is found in a bundle, where its name was made short (`modules.js`).
// A hook answers what takes the place of what it was given, by the same names, or undefined.
// `raw(connection, text, values)`: runs a statement; `transactionOf(connection)`: whether a transaction is open, null where
// that is not known; `builtin(told)`: hooks what is no package.

/** Files in `drivers/` by the packages that they hook. */
const OF_PACKAGES = {
  __proto__: null,
  "@electric-sql/pglite": "pglite.js",
  "@neondatabase/serverless": "neon.js",
  "better-sqlite3": "better_sqlite3.js",
  "better-sqlite3-multiple-ciphers": "better_sqlite3.js",
  libsql: "libsql.js",
  mariadb: "mariadb.js",
  mssql: "mssql.js",
  mysql: "mysql.js",
  mysql2: "mysql2.js",
  oracledb: "oracledb.js",
  pg: "pg.js",
  "pg-pool": "pg.js",
  postgres: "postgres.js",
  "sql.js": "sql_js.js",
  sqlite3: "sqlite3.js",
  tarn: "tarn.js",
};
/** Files by the modules of Node's own that they hook. */
const OF_NODE = { __proto__: null, "node:sqlite": "node_sqlite.js" };

/** Names of packages that a driver hooks. */
exports.PACKAGES = new Set(Object.keys(OF_PACKAGES));

/** Modules of Node's own that a driver hooks. */
exports.BUILTINS = Object.keys(OF_NODE);

/** Loads the driver of a package or of a module of Node's; undefined where there is none. */
function driverNamed(name) {
  const file = OF_PACKAGES[name] ?? OF_NODE[name];
  return file === undefined ? undefined : require(`./drivers/${file}`);
}

/** Answers the driver of a package, with what is to be done with a file of it; `entry` is undefined for most files. */
exports.driverOf = ({ name, file }, kind) => {
  const driver = driverNamed(name);
  const entry = driver?.packages[name]?.[kind]?.[file];
  return { driver, entry: typeof entry === "function" ? { hook: entry } : entry };
};

exports.driverNamed = driverNamed;

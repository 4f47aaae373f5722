"use strict";
// The registry of drivers: one file in `drivers/` and one line here (README.md).
//
// `name`: as it is called on npm; `dialect`: how its server reads texts; `packages`: the files that are hooked, by
// package:
// - `files`: CommonJS files, each a function `hook({ exports }, driver)` that is called when the file has run;
// - `modules`: ES modules and bundles, `{ names, inside?, hook }`: `hook` is given what stands under these names;
//   `inside`: by which of its methods a class is found in a bundle, where its name was made short (`modules.js`).
// A hook answers what takes the place of what it was given, by the same names, or undefined.
// `raw(connection, text, values)`: runs a statement; `builtin(told)`: hooks what is no package.

const DRIVERS = [
  require("./drivers/better_sqlite3.js"),
  require("./drivers/libsql.js"),
  require("./drivers/mariadb.js"),
  require("./drivers/mssql.js"),
  require("./drivers/mysql.js"),
  require("./drivers/mysql2.js"),
  require("./drivers/neon.js"),
  require("./drivers/node_sqlite.js"),
  require("./drivers/oracledb.js"),
  require("./drivers/pg.js"),
  require("./drivers/pglite.js"),
  require("./drivers/postgres.js"),
  require("./drivers/sql_js.js"),
  require("./drivers/sqlite3.js"),
];

const NONE = Object.freeze({ driver: undefined, entry: undefined });

/** The driver of a package, with what is to be done with a file of it; `entry` is undefined for most files. */
function driverOf({ name, file }, kind) {
  for (const driver of DRIVERS) {
    const found = driver.packages[name];
    if (found === undefined) continue;
    const entry = found[kind]?.[file];
    return { driver, entry: typeof entry === "function" ? { hook: entry } : entry };
  }
  return NONE;
}

module.exports = { DRIVERS, driverOf };

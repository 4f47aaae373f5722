"use strict";
// libsql, on which @libsql/client stands where its URL names a file: as better-sqlite3, in a class or with promises.

const { rawOf, synchronous } = require("./synchronous.js");

function database({ exports }, driver) {
  const Database = typeof exports === "function" ? exports : exports.Database;
  const { opened, watchDatabase } = synchronous(driver, (one) => one.inTransaction);
  watchDatabase(Database.prototype);
  const standIn = opened(Database);
  if (exports === Database) return { exports: standIn };
  exports.Database = standIn;
  return undefined;
}

module.exports = {
  name: "libsql",
  dialect: "sqlite",
  packages: { libsql: { files: { "index.js": database } } },
  raw: async (connection, text, values) => rawOf(connection, text, values),
  transactionOf: (one) => one.open !== false && one.inTransaction,
};

"use strict";
// better-sqlite3: a class of databases in files, which answer at once.

const { rawOf, synchronous } = require("./synchronous.js");

function database({ exports: Database }, driver) {
  const { opened, watchDatabase } = synchronous(driver, (one) => one.inTransaction);
  watchDatabase(Database.prototype);
  return { exports: opened(Database) };
}

const files = { "lib/database.js": database };

module.exports = {
  name: "better-sqlite3",
  dialect: "sqlite",
  packages: { "better-sqlite3": { files }, "better-sqlite3-multiple-ciphers": { files } },
  raw: async (connection, text, values) => rawOf(connection, text, values),
  transactionOf: (one) => one.open !== false && one.inTransaction,
};

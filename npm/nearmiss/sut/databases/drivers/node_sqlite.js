"use strict";
// node:sqlite, the driver that Node has itself, since 22.5.

const { isBuiltin, syncBuiltinESMExports } = require("node:module");
const connections = require("../connections.js");
const { rawOf, synchronous } = require("./synchronous.js");

const BUILTIN = "node:sqlite";

/** Tells whether a transaction is open; null before versions that know. */
const transactionOf = (one) => (typeof one.isTransaction === "boolean" ? one.isTransaction : null);

/** Loads it; what Node has to say of it when it is loaded it says when it is first used. */
function load() {
  const { emitWarning } = process;
  const withheld = [];
  try {
    process.emitWarning = (...args) => withheld.push(args);
    return { sqlite: require(BUILTIN), withheld };
  } catch {
    // Built without it.
    return null;
  } finally {
    process.emitWarning = emitWarning;
  }
}

/** The path of a database; null for what is no text, of which a file's URL is one. */
function pathOf([given]) {
  if (typeof given === "string") return given;
  return Buffer.isBuffer(given) ? given.toString() : null;
}

function builtin(told) {
  if (!isBuiltin(BUILTIN)) return;
  const found = load();
  if (found === null) return;
  const { sqlite, withheld } = found;
  const driver = told(module.exports, process.versions.node);
  const { opened, watchDatabase, watchStatements } = synchronous(driver, transactionOf);
  watchDatabase(sqlite.DatabaseSync.prototype);
  watchStatements(sqlite.StatementSync.prototype);
  if (!connections.isWanted() && withheld.length === 0) return;
  sqlite.DatabaseSync = opened(sqlite.DatabaseSync, (args) => {
    for (const warning of withheld.splice(0)) process.emitWarning(...warning);
    return pathOf(args);
  });
  syncBuiltinESMExports();
}

module.exports = {
  name: "node:sqlite",
  dialect: "sqlite",
  packages: {},
  builtin,
  raw: async (connection, text, values) => rawOf(connection, text, values),
  transactionOf: (one) => one.isOpen !== false && transactionOf(one),
};

"use strict";
// Loaded into the API. In place of databases of SQLite it opens others in the folder that SUT_COPIES names. They are
// empty, or have the tables that stand below sqlite/schemas; what is part of the project (shippedDatabases in start.json)
// is a copy. So each start finds the same, whatever is in yours, and the tests change none.

const { spawnSync } = require("node:child_process");
const fs = require("node:fs");
const Module = require("node:module");
const path = require("node:path");
const attach = require("./sqlite/attach.cjs");
const { copier } = require("./sqlite/copy.cjs");
const { leadDrivers } = require("./sqlite/drivers.cjs");
const { leading } = require("./sqlite/paths.cjs");
const { cwd, shippedDatabases = [] } = require("./start.json");

const home = path.resolve(__dirname, "..", cwd);
const { execArgv, execPath } = process;

/** Makes the tables of a database in a process of its own, whatever its driver; false where the start command does. */
function fill(original, copy, driver) {
  const schema = path.join(__dirname, "sqlite/schemas", `${path.relative(fs.realpathSync(home), original)}.sql`);
  if (!fs.existsSync(schema)) return false;
  const options = execArgv.filter((one) => one === "--experimental-sqlite");
  const args = [...options, path.join(__dirname, "sqlite/keeper.cjs"), "make", driver, schema, copy];
  const { NODE_OPTIONS, ...env } = process.env;
  const { status, stderr } = spawnSync(execPath, args, { env, encoding: "utf8" });
  if (status !== 0) throw new Error(`its tables could not be made: ${stderr}`);
  return true;
}

const isShipped = (original) => shippedDatabases.includes(path.relative(fs.realpathSync(home), original));

// Files that the API writes go with the copies.
const opens = () => process.env.SUT_FILES && require("./files/preload.cjs").opensCopy();
const loaded = leadDrivers({ copyOf: copier(process.env.SUT_COPIES, { opens, fill, isShipped }), leading, attach });
const compile = Module.prototype._compile;
Module.prototype._compile = function _compile(content, filename, ...rest) {
  const result = compile.call(this, content, filename, ...rest);
  if (typeof filename === "string") loaded(filename, this);
  return result;
};

"use strict";
// Loaded into the API. In place of databases of SQLite it opens others in the folder that SUT_COPIES names. They are
// empty, or have the tables that stand below sqlite/schemas; what is part of the project (shippedDatabases in start.json)
// is a copy. So each start finds the same, whatever is in yours, and the tests change none.

const Module = require("node:module");
const attach = require("./sqlite/attach.cjs");
const { copier } = require("./sqlite/copy.cjs");
const { leadDrivers } = require("./sqlite/drivers.cjs");
const { fill, isShipped } = require("./sqlite/fill.cjs");
const { leading } = require("./sqlite/paths.cjs");

// Files that the API writes go with the copies.
const opens = () => process.env.SUT_FILES && require("./files/preload.cjs").opensCopy();
const loaded = leadDrivers({ copyOf: copier(process.env.SUT_COPIES, { opens, fill, isShipped }), leading, attach });
const compile = Module.prototype._compile;
Module.prototype._compile = function _compile(content, filename, ...rest) {
  const result = compile.call(this, content, filename, ...rest);
  if (typeof filename === "string") loaded(filename, this);
  return result;
};

"use strict";
// Loaded into the API. It opens databases of SQLite on copies in the folder that SUT_COPIES names, so that each start
// finds them as they are and the tests change none.

const Module = require("node:module");
const attach = require("./sqlite-attach.cjs");
const { copier } = require("./sqlite-copy.cjs");
const { leadDrivers } = require("./sqlite-drivers.cjs");
const { leading } = require("./sqlite-paths.cjs");

// Files that the API writes go with the copies.
const opens = () => process.env.SUT_FILES && require("./files/preload.cjs").opensCopy();
const loaded = leadDrivers({ copyOf: copier(process.env.SUT_COPIES, opens), leading, attach });
const compile = Module.prototype._compile;
Module.prototype._compile = function _compile(content, filename, ...rest) {
  const result = compile.call(this, content, filename, ...rest);
  if (typeof filename === "string") loaded(filename, this);
  return result;
};

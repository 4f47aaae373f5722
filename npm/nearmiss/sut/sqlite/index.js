"use strict";
// Databases in files are opened on copies: the driver is given another path, the original is only read (README.md).

const { spawnSync } = require("node:child_process");
const { existsSync } = require("node:fs");
const path = require("node:path");
const { session } = require("../../register/session.js");
const { watchLoaded } = require("../../register/commonjs.js");
const attach = require("./attach.cjs");
const { copier } = require("./copy.cjs");
const { leadDrivers } = require("./drivers.cjs");
const { leading } = require("./paths.cjs");

const KEEPER = path.join(__dirname, "keeper.cjs");
const { execPath, execArgv } = process;

/**
 * Makes what has a database begin with the tables of its original, if no migrations are to come: the API has started by
 * now, or only reads it. They are read in a process of its own, whatever the driver; where they cannot be, it begins with
 * nothing.
 */
const groundsBelow = (grounds, started) => (original, name, driver, isReadOnly) => {
  if (!isReadOnly && !existsSync(started)) return;
  const options = execArgv.filter((one) => one === "--experimental-sqlite");
  // It is ours, and is not watched: without the variable it would be told as a process that nobody holds.
  const env = { ...process.env, NODE_OPTIONS: "" };
  spawnSync(execPath, [...options, KEEPER, "ground", driver, original, grounds, name], { env, stdio: "ignore" });
};

exports.install = () => {
  const { copies, grounds, kept, shipped } = session.options;
  if (typeof copies !== "string") return;
  const opens = kept ? require("../kept_files/journal.js").opensCopy : () => {};
  const isShipped = (original) => (shipped ?? []).includes(original);
  const below = grounds ? { grounds, makeGround: groundsBelow(grounds, `${copies}.started`) } : {};
  const loaded = leadDrivers({ copyOf: copier(copies, { opens, ...below, isShipped }), leading, attach });
  watchLoaded((filename, module) => {
    if (typeof filename === "string") loaded(filename, module);
  });
};

"use strict";
// Content that databases of SQLite begin with: tables of a text below schemas/, or all, where they are part of the project.

const { spawnSync } = require("node:child_process");
const fs = require("node:fs");
const Module = require("node:module");
const path = require("node:path");
const { copier } = require("./copy.cjs");
const { filesOf } = require("./drivers.cjs");
const { cwd, shippedDatabases = [], databaseDrivers = {} } = require("../start.json");

const home = path.resolve(__dirname, "../..", cwd);
const { execArgv, execPath } = process;
const relative = (original) => path.relative(fs.realpathSync(home), original);

/** Makes the tables of a database in a process of its own, whatever its driver; false where the start command does. */
exports.fill = (original, copy, driver) => {
  const schema = path.join(__dirname, "schemas", `${relative(original)}.sql`);
  if (!fs.existsSync(schema)) return false;
  const options = execArgv.filter((one) => one === "--experimental-sqlite");
  const args = [...options, path.join(__dirname, "keeper.cjs"), "make", driver, schema, copy];
  const { NODE_OPTIONS, ...env } = process.env;
  const { status, stderr } = spawnSync(execPath, args, { env, encoding: "utf8" });
  if (status !== 0) throw new Error(`its tables could not be made: ${stderr}`);
  return true;
};

/** Tells whether a database is part of the project. */
exports.isShipped = (original) => shippedDatabases.includes(relative(original));

/** The file of a driver in which its class is; undefined where it is not installed for the API itself. */
function moduleOf(driver) {
  if (Module.isBuiltin(driver)) return driver;
  const folders = Module.createRequire(path.join(home, "package.json")).resolve.paths(driver) ?? [];
  const files = folders.flatMap((folder) => filesOf(driver).map((file) => path.join(folder, driver, file)));
  return files.find((file) => fs.existsSync(file));
}

/** Makes those that the API has not opened by now, as by a pool in the first call; answers whether there are such. */
exports.makeOthers = (copies) => {
  const copyOf = copier(copies, { fill: exports.fill, isShipped: exports.isShipped });
  const before = fs.existsSync(copies) ? fs.readdirSync(copies).length : 0;
  for (const [file, driver] of Object.entries(databaseDrivers)) {
    const module = moduleOf(driver);
    if (module !== undefined) copyOf(path.join(fs.realpathSync(home), file), { module, isToCome: true });
  }
  return fs.existsSync(copies) && fs.readdirSync(copies).length > before;
};

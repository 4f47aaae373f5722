"use strict";
// Writes coverage in the form of nyc's output folder, so that `nyc report --temp-dir <folder>` and istanbul-lib-coverage read it:
// `coverage-<pid>.json`, and where a process writes several (worker threads, realms of a test runner) `coverage-<pid>-<n>.json`.

const fs = require("node:fs");
const path = require("node:path");
const { beforeDeath } = require("./signals.js");

const INSTALLED = Symbol.for("nearmiss.coverageWriter");

/** Writes `all` (`{ path: file coverage }`) under a name that is free; nothing when it is empty. Throws what fs throws. */
function write(folder, all) {
  if (Object.keys(all).length === 0) return;
  fs.mkdirSync(folder, { recursive: true });
  for (let n = 0; ; n += 1) {
    const name = `coverage-${process.pid}${n === 0 ? "" : `-${n}`}.json`;
    try {
      fs.writeFileSync(path.join(folder, name), JSON.stringify(all), { flag: "wx" });
      return;
    } catch (error) {
      if (error.code !== "EEXIST") throw error;
    }
  }
}
exports.write = write;

/** Writes what `collect` answers into `folder` when the process (or thread) exits or is ended by SIGTERM or SIGINT; once per realm. */
exports.writeAtExit = (folder, collect) => {
  if (globalThis[INSTALLED]) return;
  Object.defineProperty(globalThis, INSTALLED, { value: true, enumerable: false });
  const target = path.resolve(folder);
  const finish = () => {
    try {
      write(target, collect());
    } catch (error) {
      fs.writeSync(2, `nearmiss: the coverage of this process cannot be written to ${target}: ${error.message}\n`);
      process.exitCode ||= 1;
    }
  };
  process.on("exit", finish);
  beforeDeath(finish);
};

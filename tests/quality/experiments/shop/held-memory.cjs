"use strict";

// Preloaded by NODE_OPTIONS: every few seconds collects garbage, and writes what the process then has resident (bytes) into a file
// named by its number, in the folder HELD_MEMORY.

const fs = require("node:fs");
const path = require("node:path");
const v8 = require("node:v8");
const vm = require("node:vm");
const { isMainThread } = require("node:worker_threads");

const EVERY_MS = 2_000;
/** Pages of the heap are given back by another thread, after the collection. */
const GIVEN_BACK_MS = 500;

if (isMainThread) {
  v8.setFlagsFromString("--expose-gc");
  const collect = vm.runInNewContext("gc");
  v8.setFlagsFromString("--no-expose-gc");
  const file = path.join(process.env.HELD_MEMORY, String(process.pid));
  const note = () => fs.writeFileSync(file, String(process.memoryUsage.rss()));
  const examine = () => {
    collect();
    setTimeout(note, GIVEN_BACK_MS).unref();
  };
  setInterval(examine, EVERY_MS).unref();
}

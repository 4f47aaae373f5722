"use strict";

// Preloaded by NODE_OPTIONS into the API: every few seconds collects garbage, and writes what the process then has resident
// (bytes) into a file named by its number, in the folder HELD_MEMORY. HELD_MEMORY_CORE is the program that searches: it has the
// options too, and is left as it is.
//
// Node's own `fetch` keeps a pool with a ring of 16 KB for each origin that it was ever asked for, and the shop fetches from any
// that a caller names (a fault seeded there): 1.6 MB a minute that are neither ours nor the shop's. They are let go as well.

const fs = require("node:fs");
const path = require("node:path");
const v8 = require("node:v8");
const vm = require("node:vm");
const { isMainThread } = require("node:worker_threads");

const EVERY_MS = 2_000;
/** Pages of the heap are given back by another thread, after the collection. */
const GIVEN_BACK_MS = 500;
/** Where `fetch` looks for its pools, since undici 5 (Node 18). */
const POOLS = Symbol.for("undici.globalDispatcher.1");

/** What is under way in the old pools ends there. */
function letOriginsGo() {
  const pools = globalThis[POOLS];
  if (pools === undefined) return;
  globalThis[POOLS] = new pools.constructor();
  pools.close().catch(() => {});
}

if (isMainThread && process.argv[1] !== process.env.HELD_MEMORY_CORE) {
  v8.setFlagsFromString("--expose-gc");
  const collect = vm.runInNewContext("gc");
  v8.setFlagsFromString("--no-expose-gc");
  const file = path.join(process.env.HELD_MEMORY, String(process.pid));
  const note = () => fs.writeFileSync(file, String(process.memoryUsage.rss()));
  const examine = () => {
    letOriginsGo();
    collect();
    setTimeout(note, GIVEN_BACK_MS).unref();
  };
  setInterval(examine, EVERY_MS).unref();
}

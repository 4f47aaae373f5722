"use strict";
// How much memory the program holds, for the examination of memory that grows (`oracles/memory_growth`). Only asked between tests.

const v8 = require("node:v8");
const vm = require("node:vm");
// Captured before the program can put fake timers in its place.
const { setImmediate } = require("./timers/native.js");

const memoryUsage = process.memoryUsage.bind(process);
/** Collections of garbage: what finalizers and weak references let go is gone after the next one. */
const TIMES = 3;
let collect = null;

/** Whether the program was started with the function that collects, which all its contexts have then. */
const isExposed = [...process.execArgv, process.env.NODE_OPTIONS ?? ""].some((text) => /--expose[-_]gc/.test(text));

/** A full collection. The flag is on only while the function is made: no context of the program's gets it. */
function collector() {
  // Compiled code that was not run for some collections goes away otherwise, which hides what comes.
  v8.setFlagsFromString("--no-flush-bytecode");
  v8.setFlagsFromString("--expose-gc");
  try {
    return vm.runInNewContext("gc");
  } finally {
    if (!isExposed) v8.setFlagsFromString("--no-expose-gc");
  }
}

const turn = () => new Promise((resolve) => setImmediate(resolve));

/** What V8 makes of the program's code is no memory of the program's. */
const isOfCode = (name) => /code|trusted|read_only|shared/.test(name);

function inUse() {
  let bytes = memoryUsage().arrayBuffers;
  for (const { space_name: name, space_used_size: used } of v8.getHeapSpaceStatistics()) if (!isOfCode(name)) bytes += used;
  return bytes;
}

/**
 * Bytes of the heap and of buffers that are in use, without code, when everything that can be let go has been; or as soon as they
 * are fewer than `enough`.
 */
exports.held = async (enough) => {
  collect ??= collector();
  let bytes = Infinity;
  for (let i = 0; i < TIMES && bytes >= enough; i += 1) {
    await turn();
    collect();
    bytes = inUse();
  }
  return bytes;
};

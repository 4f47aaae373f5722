"use strict";
// How much memory the program holds, for the examination of memory that grows (`oracles/memory_growth`). Only asked between tests.

const { createHash } = require("node:crypto");
const { IncomingMessage, ServerResponse } = require("node:http");
const v8 = require("node:v8");
const vm = require("node:vm");
const { latest } = require("./requests.js");
// Captured before the program can put fake timers in its place.
const { setImmediate } = require("./timers/native.js");

const memoryUsage = process.memoryUsage.bind(process);
/** Collections of garbage: what finalizers and weak references let go is gone after the next one. */
const TIMES = 3;
let collect = null;
/** While it collects. */
let kept = null;

const isStartedWith = (flag) => [...process.execArgv, process.env.NODE_OPTIONS ?? ""].some((text) => flag.test(text));
/** Whether the program was started with the function that collects, which all its contexts have then. */
const isExposed = isStartedWith(/--expose[-_]gc/);
/** The program was started with an opinion of its own on what V8 optimises. */
const decidesOnCode = isStartedWith(/--(?:no[-_]?)?(?:opt|turbofan)(?![-\w])|--jitless/);

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

/**
 * Has V8 optimise code, or not. What it has noted of code that it has optimised lies among the program's objects (Node 20). Where
 * other programs want the processor, it comes to optimise a function now and a function then: for minutes each round of calls adds
 * as much as a leak would.
 */
function optimises(does) {
  if (!decidesOnCode) v8.setFlagsFromString(does ? "--opt" : "--no-opt");
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
 * Some of what a server makes for each call, in several states. V8 throws away code that it has optimised for a shape of objects
 * when a collection finds none of that shape, and between two calls there is none: the next thousands of calls would be slow.
 */
function samples() {
  const socket = latest()?.socket ?? null;
  const [fresh, request] = [new IncomingMessage(socket), new IncomingMessage(socket)];
  const response = Object.assign(new ServerResponse(request), { shouldKeepAlive: true, _keepAliveTimeout: 0, _maxRequestsPerSocket: 0 });
  // Of tags of responses.
  const hash = createHash("sha1").update("a", "utf8");
  hash.digest("base64");
  setImmediate(() => {});
  return [latest(), fresh, new ServerResponse(fresh), request, response, createHash("sha1"), hash];
}

/**
 * Bytes of the heap and of buffers that are in use, without code, when everything that can be let go has been; or as soon as they
 * are fewer than `enough`. From then on no code is optimised until the last one has been `measured`.
 */
exports.held = async (enough) => {
  collect ??= collector();
  optimises(false);
  let bytes = Infinity;
  for (let i = 0; i < TIMES && bytes >= enough; i += 1) {
    await turn();
    kept = samples();
    collect();
    bytes = inUse();
    kept = null;
  }
  return bytes;
};

exports.measured = () => optimises(true);

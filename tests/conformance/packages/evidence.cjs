"use strict";
// Preloaded with the register hooks: writes at the end of each process how many targets its probes touched, so that a
// suite that passes because nothing was instrumented is told apart.

const fs = require("node:fs");
const { isMainThread, threadId } = require("node:worker_threads");
const { layout, word } = require("../../../npm/nearmiss/runtime/generated/layout.js");

const { appendFileSync } = fs;
const file = process.env.NEARMISS_EVIDENCE;
const { pid } = process;

process.on("exit", () => {
  const probes = globalThis.__nm;
  const touched = probes === undefined ? 0 : new Uint32Array(probes.S.buffer, 0, layout.HEADER_WORDS)[word.TOUCHED_COUNT];
  if (touched > 0) appendFileSync(file, `${pid} ${isMainThread ? 0 : threadId} ${touched}\n`);
});

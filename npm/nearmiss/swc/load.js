"use strict";
// What a file that the SWC plugin has probed asks for when it is loaded: see
// crates/nearmiss_instrument/src/hosted/prologue.rs. The runtime is there afterwards, with or without nearmiss/register.

const fs = require("node:fs");
const { session } = require("../register/session.js");

// Silence would be taken for an empty report.
if (session.coverageFolder !== null) {
  process.on("exit", () => {
    if (bases.size === 0) return;
    fs.writeSync(2, `nearmiss: what the SWC plugin has probed is not in the coverage (files: ${bases.size}); compile it by nearmiss/register or nearmiss/jest\n`);
  });
}

/** File name to base: a file that is loaded twice has one. */
const bases = new Map();

/** Makes the runtime's global, unless it is there. */
function open() {
  if ("__nm" in globalThis) return;
  session.open();
  if ("__nm" in globalThis) return;
  // Nothing is to be instrumented in this process, but these probes are in the code: let them write into the void.
  const { install, detachedBuffer } = require("../runtime/index.js");
  install(detachedBuffer(1));
}

// Now, not at the first `load`: in a cycle a function of a file may run before the first statement of that file.
open();

/**
 * The number of the first slot of a file.
 *
 * @param {string} json its target table
 * @param {string} texts `[[slot offset, callee as V8 renders it], ...]` of its tracked calls, as JSON
 * @returns {number} NaN when the slots are used up: probes then do what the program says and nothing else
 */
exports.load = (json, texts) => {
  const { file, slots } = JSON.parse(json);
  const known = bases.get(file);
  if (known?.json === json) return known.base;
  const base = session.instruments ? session.base(file, json, slots.length) : null;
  if (base === null) {
    if (session.instruments) session.skipped(file, "the slots of the shared map are used up");
    return NaN;
  }
  const roots = [];
  slots.forEach(([kind, , length], offset) => {
    if (kind === "root") roots.push(offset, length);
  });
  globalThis.__nm.register(base, roots, JSON.parse(texts));
  bases.set(file, { json, base });
  return base;
};

/** Names a file that the plugin left without probes. */
exports.leave = (file, reason) => session.skipped(file, reason);

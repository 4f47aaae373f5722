"use strict";
// What code that was instrumented ahead of time (`nearmiss instrument`) loads first: the runtime, on the map of the search
// or on one of its own.

const { noteAhead } = require("../register/function_text.js");
const { session } = require("../register/session.js");

/** The version of `nearmiss-targets.json` that this copy reads. */
const VERSION = 1;

/** Files loaded in this thread, with the slots they have: `{ from, to, file }`. */
const ranges = [];

/** Defines `__nm` unless a copy of nearmiss has done so. */
function bringRuntime(slots) {
  // Another host may have brought it, over a map of its own.
  if (!("__nm" in globalThis)) session.open();
  if ("__nm" in globalThis) {
    if (globalThis.__nm.S.length < slots) {
      process.emitWarning("nearmiss: code that was instrumented ahead of time runs without being measured: the runtime of another host has no room for it");
    }
    return;
  }
  // The core wants the plain program and got a built one: its probes write where nobody looks.
  const runtime = require("../runtime/index.js");
  runtime.install(runtime.detachedBuffer(slots));
}

/** Another file that was given some of these slots, by another run of `nearmiss instrument`. */
function overlapping({ base, table }) {
  const to = base + table.slots.length;
  const same = (other) => other.from === base && other.to === to && other.file === table.file;
  return ranges.find((other) => other.from < to && base < other.to && !same(other));
}

/** Tells the core that a file is loaded; without one, looks that its slots are its own. */
function tell(entry) {
  const { base, table } = entry;
  const refused = session.registerAt(table, base);
  const other = overlapping(entry);
  ranges.push({ from: base, to: base + table.slots.length, file: table.file });
  if (refused !== null || other === undefined) return;
  const reason = `its slots are also those of ${other.file}; instrument both in one run, or one of them with another --first-slot`;
  session.doubted(table.file, reason);
}

/**
 * Prepares the runtime for all files of a run, which stand in `folder`. Answers a function that each file calls with its number as it is loaded.
 * Throws an Error when the run was made by another version.
 */
exports.load = ({ version, files }, folder) => {
  if (version !== VERSION) {
    throw new Error(`nearmiss: this code was instrumented by another version of nearmiss (targets ${version}, not ${VERSION}); instrument it again`);
  }
  const end = files.reduce((most, { base, table }) => Math.max(most, base + table.slots.length), 0);
  bringRuntime(end);
  // All at once and before any of them runs: in a cycle of imports a file may be called before it is loaded.
  for (const { base, roots, texts } of files) globalThis.__nm.register(base, roots, texts);
  if (folder !== undefined) for (const file of files) noteAhead(folder, file);
  const told = new Set();
  return (number) => {
    if (told.has(number)) return;
    told.add(number);
    tell(files[number]);
  };
};

// Whoever comes second, of another copy of nearmiss too, uses this one: there is one runtime a thread.
const LOADED = Symbol.for("nearmiss.ahead");
if (process[LOADED] === undefined) Object.defineProperty(process, LOADED, { value: () => exports });

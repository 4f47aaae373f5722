"use strict";
// Explaining mode (`nearmiss explain`): what the predicates of a range of slots were evaluated with. Loaded only where
// NEARMISS_EXPLAIN is set; no probe of a search knows of it.
const { createNotes } = require("./notes.js");
const { wrapProbes } = require("./wrap.js");

/** `explain 100 140`: the range to look at from now on. */
const LOOK = /^explain (\d+) (\d+)$/;

let notes = null;

/** Wraps the probes of a runtime, before any text that calls them runs. */
function install(runtime) {
  notes = createNotes(runtime.map);
  wrapProbes(runtime, notes);
}

/** Answers an order of the core, or null when it is none of ours. */
function obey(order) {
  if (notes === null) return null;
  if (order === "explained") return notes.take();
  const range = LOOK.exec(order);
  if (range === null) return null;
  notes.look(Number(range[1]), Number(range[2]));
  return { ok: true };
}

module.exports = { install, obey };

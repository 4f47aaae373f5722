"use strict";
// Written by `nearmiss instrument`; the files beside it begin by loading it. It brings the probes (`__nm.S[n]`) and, when a
// search runs, tells it about each file that is loaded.

// What names the runtime is never instrumented.
typeof __nm;

const LOADED = Symbol.for("nearmiss.ahead");

/** The copy of nearmiss that runs in this process already, else the installed one. */
function nearmiss() {
  if (process[LOADED] !== undefined) return process[LOADED]();
  try {
    return require("nearmiss/ahead");
  } catch (error) {
    if (error.code !== "MODULE_NOT_FOUND") throw error;
    throw new Error(
      `${__dirname} was instrumented by nearmiss and needs it to run: npm install nearmiss, or run what was not instrumented`,
      { cause: error },
    );
  }
}

module.exports = nearmiss().load(require("./nearmiss-targets.json"), __dirname);

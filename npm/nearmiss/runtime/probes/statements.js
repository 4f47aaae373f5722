"use strict";
// Probes of functions and statements: one slot each, 0.5 entered, 1 completed.
const { word, epoch } = require("../generated/layout.js");

/** A statement was entered and not yet completed (design section 3). */
const ENTERED = 0.5;

function createStatementProbes({ header, slots, raise }) {
  const S = slots;

  /** Entering a statement. */
  function e(id) {
    raise(id, ENTERED, 0);
  }

  /** Completing a statement; entering a function. */
  function c(id) {
    raise(id, 1, 0);
  }

  /** Completing with a value: `return v`, `throw v`, a discriminant, an arrow's expression. */
  function r(id, v) {
    if (S[id] !== 1) raise(id, 1, 0);
    return v;
  }

  /** The first exception of an action: where the deepest statement was that it left unfinished. */
  function left(id) {
    if (header[word.EPOCH_STATE] !== epoch.CLOSED && header[word.THROWN] === 0) {
      header[word.THROWN] = 1;
      header[word.THROWN_AT] = id;
    }
  }

  return { e, c, r, left };
}

module.exports = { createStatementProbes, ENTERED };

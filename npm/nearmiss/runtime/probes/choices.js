"use strict";
// Probes of `??`, `?.` and default values: which way was taken, no gradient.
const { h, MISS } = require("../truthness/levels.js");

/** Defaults whose binding has not ended; more are only left behind by bindings that threw. */
const MOST_PENDING = 64;

function createChoiceProbes({ slots }, { settleTrue, settleFalse }) {
  const S = slots;
  // Slot of the `?.` that cut its chain short last; between it and the next `?.` of that chain no code runs.
  let cut = 0;
  const pending = [];

  /** Left of `??`, before `?.`: true when nullish. `prev`: the `?.` before it in its chain, or 0. */
  function q(r, id, v, prev) {
    if (v === null || v === undefined) {
      const cutBefore = prev !== 0 && cut === prev && v === undefined;
      cut = id;
      if (S[r] !== 1 && !cutBefore) settleTrue(r, id, MISS);
      return v;
    }
    cut = 0;
    if (S[r] !== 1) settleFalse(r, id, MISS);
    return v;
  }

  /** A default value was used. */
  function d(r, id, v) {
    if (S[r] === 1) return v;
    settleTrue(r, id, MISS);
    // Saturated by this: `dn` will not be called.
    if (S[r] === 1) return v;
    if (pending.length === MOST_PENDING) pending.length = 0;
    pending[pending.length] = id;
    return v;
  }

  /** The pattern is bound: without its default, unless `d` came before. */
  function dn(r, id) {
    for (let i = pending.length - 1; i >= 0; i -= 1) {
      if (pending[i] === id) {
        for (let j = i + 1; j < pending.length; j += 1) pending[j - 1] = pending[j];
        pending.length -= 1;
        return;
      }
    }
    if (S[r] !== 1) settleFalse(r, id, MISS);
  }

  /** The value of a chain that its `?.` cut short, where a call would have left its truthiness. */
  function qu(r) {
    if (S[r] === 1) return undefined;
    h[0] = MISS;
    h[1] = 1;
    return undefined;
  }

  return { q, qu, d, dn };
}

module.exports = { createChoiceProbes };

"use strict";
// Probes of computed reads `o[k]` and of `k in o`: paper 002 section 3.6.
const { isPrimitive, withoutFrame } = require("../stack.js");
const { word } = require("../generated/layout.js");
const { MISS } = require("../truthness/levels.js");
const { MOST_ELEMENTS, nearIndex, nearKeys } = require("../truthness/collection.js");
const { lengthOf, ownKeys } = require("../truthness/own_keys.js");

/** Keys listed in one epoch before misses become plain: listing costs what the object is big. */
const KEY_BUDGET = 200_000;

function createReadProbes({ header, slots, raise }, { settleTrue, settleFalse }, taint) {
  const S = slots;
  let budget = KEY_BUDGET;
  let budgetOf = -1;

  /** How near the key was to one that is there; reports what a tainted key should have been. */
  function missing(o, k, epoch) {
    if (typeof k !== "string" && typeof k !== "number" && k !== null && k !== undefined) return MISS;
    if (typeof k === "number") {
      const length = lengthOf(o);
      if (length >= 0) return nearIndex(k, length);
    }
    if (epoch !== budgetOf) {
      budgetOf = epoch;
      budget = KEY_BUDGET;
    }
    if (budget <= 0) return MISS;
    const keys = ownKeys(o);
    if (keys === null) return MISS;
    budget -= keys.length + 1;
    if (typeof k === "string") taint.lookup(k, keys);
    const size = keys.length;
    if (size > MOST_ELEMENTS) keys.length = MOST_ELEMENTS;
    return nearKeys(k, keys, size);
  }

  function found(r, id) {
    if (S[id] !== 1) raise(id, 1, r);
    if (S[id + 1] < MISS) raise(id + 1, MISS, r);
  }

  function notFound(r, id, o, k) {
    if (S[id] !== 1) {
      const miss = missing(o, k, header[word.EPOCH]);
      if (miss > S[id]) raise(id, miss, r);
    }
    if (S[id + 1] !== 1) raise(id + 1, 1, r);
  }

  /** `o[k]`; a value is found when it is neither null nor undefined. Leaves `h` alone. */
  function b(r, id, o, k) {
    if (o === null || o === undefined) return readNothing(o, k);
    const v = o[k];
    if (S[r] !== 1) {
      if (v === null || v === undefined) notFound(r, id, o, k);
      else found(r, id);
    }
    return v;
  }

  /**
   * `o[k]` where the text reads `v` itself: called when the value is nullish or "found" is not covered.
   * Keeps the engine's feedback of the place and no boxed number crosses a call.
   */
  function g(r, id, o, k, v) {
    if (S[r] === 1) return;
    if (v === null || v === undefined) notFound(r, id, o, k);
    else found(r, id);
  }

  function readNothing(o, k) {
    try {
      return o[k];
    } catch (error) {
      throw withoutFrame(error, b);
    }
  }

  /** `k in o`. */
  function has(r, id, k, o) {
    let outcome;
    try {
      outcome = k in o;
    } catch (error) {
      throw isPrimitive(o) ? withoutFrame(error, has) : error;
    }
    if (S[r] === 1) return outcome;
    if (outcome) settleTrue(r, id, MISS);
    else settleFalse(r, id, missing(o, k, header[word.EPOCH]));
    return outcome;
  }

  return { b, g, in: has };
}

module.exports = { createReadProbes };

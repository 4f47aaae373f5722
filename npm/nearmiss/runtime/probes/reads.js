"use strict";
// Probes of computed reads `o[k]` and of `k in o`: paper 002 section 3.6.
const { isTypedArray } = require("../intrinsics.js");
const { isPrimitive, withoutFrame } = require("../stack.js");
const { LEARNT_SLOT } = require("../map.js");
const { MISS } = require("../truthness/levels.js");
const { nearIndex, nearKeys } = require("../truthness/collection.js");
const { MANY_KEYS } = require("../truthness/listed_keys.js");
const { lengthOf } = require("../truthness/own_keys.js");

/** What is learnt: the header of comparisons.js. */
const LEARNT = 1 / LEARNT_SLOT;
function createReadProbes({ slots, raise }, { settleTrue, settleFalse }, taint) {
  const S = slots;
  /** How near the key was to one that is there; reports what a tainted key should have been. */
  function missing(o, k) {
    if (typeof k !== "string" && typeof k !== "number" && k !== null && k !== undefined) return MISS;
    const length = lengthOf(o);
    if (length >= 0) {
      if (typeof k === "number") return nearIndex(k, length);
      // The keys of these are their indexes: many, and not what a text is looked up for.
      if (length > MANY_KEYS || isTypedArray(o)) return MISS;
    }
    const listed = isPrimitive(o) ? null : taint.keysOf(o);
    if (listed === null) return MISS;
    if (typeof k === "string") taint.lookup(k, listed.keys);
    return nearKeys(k, listed.keys, listed.size);
  }

  function found(r, id) {
    if (S[id] !== 1) raise(id, 1, r);
    if (S[id + 1] < MISS) raise(id + 1, MISS, r);
  }

  function notFound(r, id, o, k) {
    if (S[id] !== 1) {
      const miss = missing(o, k);
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
   * Keeps the engine's feedback of the place and no boxed number crosses a call. The root cell is the slot before `id`.
   */
  function g(id, o, k, v) {
    if (S[id - 1] === 1) return;
    if (v === null || v === undefined) notFound(id - 1, id, o, k);
    else found(id - 1, id);
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
    if (id - r < S[r] * LEARNT) return outcome;
    if (outcome) settleTrue(r, id, MISS);
    else {
      if (typeof k === "string") taint.lacks(o, k);
      settleFalse(r, id, missing(o, k));
    }
    return outcome;
  }

  return { b, g, in: has };
}

module.exports = { createReadProbes };

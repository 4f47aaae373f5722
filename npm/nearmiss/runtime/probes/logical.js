"use strict";
// Probes of truthiness, `!`, `&&` and `||` (the instrumenter's README, "Heuristics of a logical chain").
//
// A chain of n operands is stopped at operand k by the one that decides it. Before operand k + 1 runs,
// the slots get what they would be worth if it threw; slots only rise, so this equals a try/catch.
const { reflectApply } = require("../intrinsics.js");
const { EXCEPTION, h, lift } = require("../truthness/levels.js");
const { LEARNT_SLOT } = require("../map.js");
const { leaf } = require("../truthness/leaf.js");
const { nearOther } = require("../truthness/truthiness.js");

/** What is learnt: the header of comparisons.js. */
const LEARNT = 1 / LEARNT_SLOT;

function createLogicalProbes({ slots, raise }, { settleTrue, settleFalse }) {
  const S = slots;

  /** Truthiness of the test of `if`, loops, `?:` and of the operand of `!`. */
  function y(r, id, v) {
    if (id - r < S[r] * LEARNT) return v;
    if (v) settleTrue(r, id, nearOther(v));
    else settleFalse(r, id, nearOther(v));
    return v;
  }

  /** `!v`. */
  function n(r, has, v) {
    if (S[r] === 1) return !v;
    if (has === 1) {
      const t = h[0];
      h[0] = h[1];
      h[1] = t;
    } else if (v) {
      h[0] = nearOther(v);
      h[1] = 1;
    } else {
      h[0] = 1;
      h[1] = nearOther(v);
    }
    return !v;
  }

  /** Before the first operand of a chain: what the chain is worth if that operand throws. */
  function p(id) {
    if (S[id] < EXCEPTION) raise(id, EXCEPTION, 0);
    if (S[id + 1] < EXCEPTION) raise(id + 1, EXCEPTION, 0);
    return true;
  }

  // Leaves are written out as parameters: an `arguments` object would be made on every call.
  function speculate(outcome, o1, x1, y1, o2, x2, y2, o3, x3, y3, o4, x4, y4) {
    let sum = leaf(o1, x1, y1, outcome);
    if (o2 !== undefined) sum += leaf(o2, x2, y2, outcome);
    if (o3 !== undefined) sum += leaf(o3, x3, y3, outcome);
    if (o4 !== undefined) sum += leaf(o4, x4, y4, outcome);
    return sum;
  }

  function and(r, id, count, place, acc, has, v, o1, x1, y1, o2, x2, y2, o3, x3, y3, o4, x4, y4) {
    if (id - r < S[r] * LEARNT) return v;
    if (v) {
      const miss = has === 1 ? h[1] : nearOther(v);
      const best = miss > acc ? miss : acc;
      if (place === count) settleTrue(r, id, best);
      else passed(r, id, lift((place + EXCEPTION) / count), best);
      return v;
    }
    // Nothing encloses the outermost chain of a tree, so nobody asks how near this was.
    if (id === r + 1 && S[id] === 1) {
      if (S[id + 1] !== 1) raise(id + 1, 1, r);
      return v;
    }
    const miss = has === 1 ? h[0] : nearOther(v);
    const ahead = o1 === undefined ? 0 : speculate(true, o1, x1, y1, o2, x2, y2, o3, x3, y3, o4, x4, y4);
    settleFalse(r, id, lift((place - 1 + miss + ahead) / count));
    return v;
  }

  /** An operand let the chain go on; the next one may throw. */
  function passed(r, id, worth, best) {
    h[0] = worth;
    h[1] = best;
    if (worth > S[id]) raise(id, worth, r);
    if (best > S[id + 1]) raise(id + 1, best, r);
  }

  function or(r, id, count, place, acc, has, v, o1, x1, y1, o2, x2, y2, o3, x3, y3, o4, x4, y4) {
    if (id - r < S[r] * LEARNT) return v;
    if (!v) {
      const miss = has === 1 ? h[0] : nearOther(v);
      const best = miss > acc ? miss : acc;
      if (place === count) settleFalse(r, id, best);
      else passedFalse(r, id, best, lift((place + EXCEPTION) / count));
      return v;
    }
    if (id === r + 1 && S[id + 1] === 1) {
      if (S[id] !== 1) raise(id, 1, r);
      return v;
    }
    const miss = has === 1 ? h[1] : nearOther(v);
    const ahead = o1 === undefined ? 0 : speculate(false, o1, x1, y1, o2, x2, y2, o3, x3, y3, o4, x4, y4);
    settleTrue(r, id, lift((place - 1 + miss + ahead) / count));
    return v;
  }

  function passedFalse(r, id, best, worth) {
    h[0] = best;
    h[1] = worth;
    if (best > S[id]) raise(id, best, r);
    if (worth > S[id + 1]) raise(id + 1, worth, r);
  }

  /** Closure form of `and`, the reference: `operands` are functions, `spec[i]` leaves after operand i. */
  function andc(r, id, operands, has, spec) {
    return chain(and, 1, r, id, operands, has, spec);
  }

  /** Closure form of `or`. */
  function orc(r, id, operands, has, spec) {
    return chain(or, 0, r, id, operands, has, spec);
  }

  function chain(probe, side, r, id, operands, has, spec) {
    if (S[r] !== 1) p(id);
    const count = operands.length;
    let acc = 0;
    let v;
    for (let i = 0; i < count; i += 1) {
      v = (0, operands[i])();
      // Leaves may be given late, since an operand may assign what they read.
      let leaves = spec && spec[i];
      if (typeof leaves === "function") leaves = leaves();
      if (leaves && leaves.length > 0) {
        const all = [r, id, count, i + 1, acc, has[i], v];
        for (let j = 0; j < leaves.length; j += 1) all[all.length] = leaves[j];
        reflectApply(probe, undefined, all);
      } else {
        probe(r, id, count, i + 1, acc, has[i], v);
      }
      if (side === 1 ? !v : v) return v;
      acc = h[side];
    }
    return v;
  }

  return { y, n, p, and, or, andc, orc };
}

module.exports = { createLogicalProbes };

"use strict";
// Probe of tracked calls: where the function is the captured native and the receiver is of its type,
// the replacement adds heuristics; every other call is a plain call.
const { Map, mapGet, mapSet, reflectApply, TypeError } = require("../intrinsics.js");
const { callError, withoutFrame } = require("../stack.js");
const { LEARNT_SLOT } = require("../map.js");
const { h } = require("../truthness/levels.js");
const { NEAR_ONE } = require("../truthness/near.js");
const { nearOther } = require("../truthness/truthiness.js");

/** What is learnt: the header of comparisons.js. */
const LEARNT = 1 / LEARNT_SLOT;

function createCallProbes({ slots }, { settleTrue, settleFalse }, replacements) {
  const S = slots;
  const texts = new Map();

  /** Tells how V8 renders the callees of a file: `[[slot offset, text], ...]`. */
  function registerTexts(base, list) {
    for (let i = 0; i < list.length; i += 1) mapSet(texts, base + list[i][0], list[i][1]);
  }

  function notCallable(r, id) {
    const text = mapGet(texts, id) ?? mapGet(texts, r) ?? "(intermediate value)";
    return withoutFrame(new TypeError(`${text} is not a function`), t);
  }

  // Rest parameters handed on by `Reflect.apply` cost no array; measured against `f.call` by number of
  // arguments, which was slower.
  function t(r, id, o, f, ...args) {
    if (typeof f !== "function") throw notCallable(r, id);
    const asks = !(id - r < S[r] * LEARNT);
    if (asks) {
      const replacement = replacements.of(o, f);
      if (replacement !== null) return learn(r, id, o, f, args, replacement);
    }
    let v;
    try {
      v = reflectApply(f, o, args);
    } catch (error) {
      throw callError(error, t, f);
    }
    if (asks) {
      // No target of ours, but an enclosing `&&` or `!` reads h.
      h[v ? 0 : 1] = 1;
      h[v ? 1 : 0] = nearOther(v);
    }
    return v;
  }

  // Apart from `t`, so that a method of the program's own has one frame of ours below it, not two.
  function learn(r, id, o, f, args, replacement) {
    if (replacement.transformed !== undefined) return transform(o, f, args, replacement);
    const seen = replacement.watch === undefined ? null : replacement.watch(args);
    let v;
    try {
      v = reflectApply(f, o, seen === null ? args : seen.args);
    } catch (error) {
      throw callError(error, t, f);
    }
    if (replacement.found(v, o, seen)) {
      settleTrue(r, id, replacement.away === undefined ? NEAR_ONE : replacement.away(o, args[0], args[1], seen));
    } else settleFalse(r, id, replacement.nearness(o, args[0], args[1], seen));
    return v;
  }

  function transform(o, f, args, replacement) {
    const v = reflectApply(f, o, args);
    replacement.transformed(v, o, args[0], args[1]);
    h[v ? 0 : 1] = 1;
    h[v ? 1 : 0] = nearOther(v);
    return v;
  }

  return { t, registerTexts };
}

module.exports = { createCallProbes };

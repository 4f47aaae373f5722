"use strict";
// Probe of tracked calls: where the function is the captured native and the receiver is of its type,
// the replacement adds heuristics; every other call is a plain call.
const {
  isProxy,
  Map,
  mapGet,
  mapSet,
  objectDefineProperty,
  objectGetOwnPropertyDescriptor,
  objectGetPrototypeOf,
  objectSetPrototypeOf,
  reflectApply,
  reflectConstruct,
  TypeError,
} = require("../intrinsics.js");
const { callError, withoutFrame } = require("../stack.js");
const { LEARNT_SLOT } = require("../map.js");
const { h } = require("../truthness/levels.js");
const { NEAR_ONE } = require("../truthness/near.js");
const { nearOther } = require("../truthness/truthiness.js");

/** What is learnt: the header of comparisons.js. */
const LEARNT = 1 / LEARNT_SLOT;

const Nothing = function () {};

/** Whether `new` works; a look that no code of the program sees. */
function isConstructor(value) {
  if (typeof value !== "function") return false;
  if (isProxy(value)) return true;
  try {
    reflectConstruct(Nothing, [], value);
    return true;
  } catch {
    return false;
  }
}

function createCallProbes({ slots }, { settleTrue, settleFalse }, replacements) {
  const S = slots;
  const texts = new Map();

  /** Tells how V8 renders the callees of a file: `[[slot offset, text], ...]`. */
  function registerTexts(base, list) {
    for (let i = 0; i < list.length; i += 1) mapSet(texts, base + list[i][0], list[i][1]);
  }

  function notCallable(r, id, probe, what) {
    const text = mapGet(texts, id) ?? mapGet(texts, r) ?? "(intermediate value)";
    return withoutFrame(new TypeError(`${text} is not ${what}`), probe);
  }

  // Rest parameters handed on by `Reflect.apply` cost no array; measured against `f.call` by number of
  // arguments, which was slower.
  function t(r, id, o, f, ...args) {
    if (typeof f !== "function") throw notCallable(r, id, t, "a function");
    const asks = !(id - r < S[r] * LEARNT);
    if (asks) {
      const replacement = replacements.of(o, f);
      if (replacement !== null) {
        if (replacement.through !== undefined) {
          const inner = replacement.through(o, args, replacements.direct);
          if (inner !== null) return learn(r, id, inner.self, inner.f, inner.args, inner.replacement, inner.by);
        } else if (replacement.binds) return bound(r, id, o, f, args);
        else return learn(r, id, o, f, args, replacement);
      }
    }
    let v;
    try {
      v = reflectApply(f, o, args);
    } catch (error) {
      throw callError(error, t, f);
    }
    if (asks) truthiness(v);
    return v;
  }

  // Apart from `t`, so that a method of the program's own has one frame of ours below it, not two.
  function learn(r, id, o, f, args, replacement, by) {
    const seen = replacement.watch === undefined ? null : replacement.watch(args);
    const handed = seen === null ? args : seen.args;
    let v;
    try {
      v = by === undefined ? reflectApply(f, o, handed) : by(f, o, handed);
    } catch (error) {
      if (replacement.threw !== undefined) replacement.threw(o, args[0], args[1]);
      throw callError(error, t, f);
    }
    if (replacement.transformed !== undefined) {
      replacement.transformed(v, o, args[0], args[1]);
      truthiness(v);
    } else if (replacement.found(v, o, seen)) {
      settleTrue(r, id, replacement.away === undefined ? NEAR_ONE : replacement.away(o, args[0], args[1], seen));
    } else settleFalse(r, id, replacement.nearness(o, args[0], args[1], seen));
    return v;
  }

  /** `f` (`bind`) of a function `o` that has a replacement: bound as the program asked, but of a function that is tracked here. */
  function bound(r, id, o, f, args) {
    const v = reflectApply(f, o, args);
    if (!replacements.has(o) || isConstructor(o)) return v;
    const tracked = {
      call(...rest) {
        const list = [r, id, this, o];
        for (let i = 0; i < rest.length; i += 1) list[i + 4] = rest[i];
        return reflectApply(t, undefined, list);
      },
    };
    const w = reflectApply(f, tracked.call, args);
    objectDefineProperty(w, "length", objectGetOwnPropertyDescriptor(v, "length"));
    objectDefineProperty(w, "name", objectGetOwnPropertyDescriptor(v, "name"));
    return objectSetPrototypeOf(w, objectGetPrototypeOf(v));
  }

  /** No target of ours, but an enclosing `&&` or `!` reads h. */
  function truthiness(v) {
    h[v ? 0 : 1] = 1;
    h[v ? 1 : 0] = nearOther(v);
  }

  // `new C(...)`, by `Reflect.construct`: a spread would run an iterator that the program may have changed.
  function w(r, id, C, ...args) {
    const replacement = id - r < S[r] * LEARNT ? null : replacements.of(null, C);
    if (replacement === null && !isConstructor(C)) throw notCallable(r, id, w, "a constructor");
    let v;
    try {
      v = reflectConstruct(C, args);
    } catch (error) {
      if (replacement !== null && replacement.threw !== undefined) replacement.threw(null, args[0], args[1]);
      throw error;
    }
    if (replacement !== null) replacement.transformed(v, null, args[0], args[1]);
    return v;
  }

  return { t, w, registerTexts };
}

module.exports = { createCallProbes };

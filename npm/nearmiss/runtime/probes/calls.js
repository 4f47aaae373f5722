"use strict";
// Probe of tracked calls: where the function is the captured native and the receiver is of its type,
// the replacement adds heuristics; every other call is a plain call.
const {
  Map,
  mapGet,
  mapSet,
  objectDefineProperty,
  objectGetOwnPropertyDescriptor,
  objectGetPrototypeOf,
  objectSetPrototypeOf,
  reflectApply,
  reflectConstruct,
  stringSlice,
  stringStartsWith,
  TypeError,
} = require("../intrinsics.js");
const { isConstructor } = require("../constructors.js");
const { callError, withoutFrame, withoutFramesOf } = require("../stack.js");
const { LEARNT_SLOT } = require("../map.js");
const { h, MISS } = require("../truthness/levels.js");
const { NEAR_ONE } = require("../truthness/near.js");
const { nearOther, nearOtherLength } = require("../truthness/truthiness.js");
const { LIVE_DERIVED, LIVE_PAIRS } = require("../taint/live.js");
const { mayBeTainted, mayHaveTaint, SHORTEST_TAINT } = require("../taint/marker.js");
const { LEARNT_PLACE } = require("../replacements/index.js");
const { CALLS_ITSELF, CALLS_NONE } = require("../replacements/called.js");
const { IS_DEFINED, IS_INDEX, IS_NOT_NULL, IS_THERE, IS_TRUE, IS_ZERO, MADE, MADE_OR_THREW } = require("../replacements/outcomes.js");
const { howItFailed, isBoundToNothing, unnamedOf, NOTHING, REFUSED, UNNAMED } = require("./uncallable.js");

/** What is learnt: the header of comparisons.js. */
const LEARNT = 1 / LEARNT_SLOT;

const { split } = String.prototype;

/** What {@link createCallProbes} keeps of a call while none is handed on. */
const NO_PLACE = { r: 0, id: 0, o: undefined, f: null, replacement: null };

/** The descriptor of an own property, with nothing else in it whatever the program has given all objects. */
const own = (object, key) => objectSetPrototypeOf(objectGetOwnPropertyDescriptor(object, key), null);

function createCallProbes({ slots, raise, keepAsking }, { settleTrue, settleFalse }, replacements, taint) {
  const S = slots;
  const { at: knownAt, isLookedAt, calledAt } = replacements;
  const { live } = taint;
  const texts = new Map();

  /** Tells how V8 renders the callees of a file: `[[slot offset, text], ...]`. */
  function registerTexts(base, list) {
    for (let i = 0; i < list.length; i += 1) mapSet(texts, base + list[i][0], list[i][1]);
  }

  const textOf = (id, r) => mapGet(texts, id) ?? mapGet(texts, r) ?? "(intermediate value)";

  // A `*` before the text: the value of the call is iterated.
  function notCallable(r, id, probe, callable) {
    const found = textOf(id, r);
    const iterated = stringStartsWith(found, "*");
    const text = iterated ? stringSlice(found, 1) : found;
    const what = iterated ? `${callable} or its return value is not iterable` : callable;
    return withoutFrame(new TypeError(`${text} is not ${what}`), probe);
  }

  /** The error of the call at `place`, with the first `count` of `args`, as the program would have got it. */
  function failedCall(error, args, count) {
    const { r, id, o, f, replacement } = place;
    place = NO_PLACE;
    if (count < args.length) args.length = count;
    if (replacement !== null && replacement.threw !== undefined) failed(r, id, replacement.threw(o, args[0], args[1]), replacement);
    const how = howItFailed(error, f, o, args);
    if (how === NOTHING) return notCallable(r, id, t, "a function");
    if (how === UNNAMED) return withoutFrame(new TypeError(`${unnamedOf(f, o, args)} is not a function`), t);
    return how === REFUSED ? withoutFrame(error, t) : errorOf(error, f, replacement);
  }

  // What a call through another function, or one that failed, needs besides its arguments: set right before `throughOther` or
  // `failedCall`, read first in it.
  let place = NO_PLACE;

  // Rest parameters that are only read and handed on by `Reflect.apply` cost no array, as long as the array itself goes
  // nowhere else; measured against `f.call` by number of arguments, which was slower.
  function t(r, id, o, f, ...args) {
    if (typeof f !== "function") throw notCallable(r, id, t, "a function");
    const asks = !(id - r < S[r] * LEARNT);
    const known = asks ? knownAt(id, f) : LEARNT_PLACE;
    let { replacement } = known;
    let looks = true;
    if (replacement !== null) {
      looks =
        isLookedAt(known) ||
        (typeof o === "string" && o.length >= SHORTEST_TAINT && mayBeTainted(o)) ||
        (args.length > 0 && typeof args[0] === "string" && args[0].length >= SHORTEST_TAINT && mayBeTainted(args[0])) ||
        (args.length > 1 && typeof args[1] === "string" && args[1].length >= SHORTEST_TAINT && mayBeTainted(args[1])) ||
        ((live[0] & LIVE_DERIVED) !== 0 && taint.derived.hasAny(o, args.length > 0 ? args[0] : undefined, args.length > 1 ? args[1] : undefined));
      if (looks && replacement.watch !== undefined) {
        return watched(r, id, o, f, args.length, args.length > 0 ? args[0] : undefined, args.length > 1 ? args[1] : undefined, replacement);
      }
      if (replacement.other) {
        // What `call` and `Reflect.apply` are given first is what the function is called on, or the function.
        if (!looks && args.length > 2 && typeof args[2] === "string") looks = args[2].length >= SHORTEST_TAINT && mayBeTainted(args[2]);
        let inner;
        if (!looks && replacement.calls !== CALLS_NONE) {
          const called = replacement.calls === CALLS_ITSELF ? o : args.length > 0 ? args[0] : undefined;
          inner = known.called === called ? known.inner : calledAt(known, called);
        }
        if (inner !== undefined) replacement = inner;
        else if (replacement.accepts(o)) {
          place = { r, id, o, f, replacement };
          return reflectApply(throughOther, undefined, args);
        } else replacement = null;
      }
    }
    let v;
    try {
      v = reflectApply(f, o, args);
    } catch (error) {
      // A list of its own, for `args` itself must go nowhere; calls through one another read no more of it. Few arguments: they
      // are room in the frame of each call.
      place = { r, id, o, f, replacement };
      const n = args.length;
      throw failedCall(error, [n > 0 ? args[0] : undefined, n > 1 ? args[1] : undefined, n > 2 ? args[2] : undefined, n > 3 ? args[3] : undefined], n);
    }
    // Whatever has been learnt of the place: the text is another one each time.
    if (f === split && (live[0] & LIVE_PAIRS) !== 0) taint.pairs.split(o, v);
    if (asks) {
      if (replacement === null) truthiness(v);
      else if (!looks) settle(r, id, v, replacement);
      else learn(r, id, v, o, args.length > 0 ? args[0] : undefined, args.length > 1 ? args[1] : undefined, replacement);
    }
    return v;
  }

  /** The error of a call of `f`, without our frames where they would be on top. */
  function errorOf(error, f, replacement) {
    return replacement !== null && replacement.captures ? withoutFramesOf(error, __filename) : callError(error, t, f);
  }

  // Methods that ask a callback look at no argument but the first two. Apart from `t`, so that a method of the program's
  // own has one frame of ours below it, not two.
  function watched(r, id, o, f, count, a, b, replacement) {
    const seen = replacement.watch(a);
    const callback = seen === null ? a : seen.callback;
    let v;
    try {
      v = reflectApply(f, o, count === 0 ? [] : count === 1 ? [callback] : [callback, b]);
    } catch (error) {
      throw callError(error, t, f);
    }
    if (replacement.found(v, o, seen)) settleTrue(r, id, replacement.away(o, a, b, seen));
    else settleFalse(r, id, replacement.accepts(o) ? replacement.nearness(o, a, b, seen) : MISS);
    return v;
  }

  function learn(r, id, v, o, a, b, replacement) {
    if (replacement.ofTaint) {
      if (typeof o === "string" && mayHaveTaint(o)) replacement.transformed(v, o, a, b);
      truthiness(v);
    } else if (replacement.transformed !== undefined) {
      if (replacement.accepts(o)) replacement.transformed(v, o, a, b);
      if (replacement.throws) ended(r, id, id, id + 1, replacement.away === undefined ? MISS : replacement.away(o, a, b));
      truthiness(v);
      // True is the outcome that was looked for, whatever else may be.
    } else if (v === true || replacement.found(v, o)) {
      settleTrue(r, id, replacement.away === undefined ? NEAR_ONE : replacement.accepts(o) ? replacement.away(o, a, b) : MISS);
    } else settleFalse(r, id, replacement.accepts(o) ? replacement.nearness(o, a, b) : MISS);
  }

  /** A call that is not looked at any more: which outcome it was, and no heuristic but the plain ones. */
  function settle(r, id, v, replacement) {
    let isFound;
    switch (replacement.outcome) {
      case IS_TRUE:
        isFound = v === true;
        break;
      case IS_INDEX:
        isFound = v !== -1;
        break;
      case IS_DEFINED:
        isFound = v !== undefined;
        break;
      case IS_NOT_NULL:
        isFound = v !== null;
        break;
      case IS_THERE:
        isFound = v !== null && v !== undefined;
        break;
      case IS_ZERO:
        isFound = v === 0;
        break;
      case MADE_OR_THREW:
        if (S[id] !== 1) ended(r, id, id, id + 1, MISS);
      // falls through
      case MADE:
        h[0] = v ? 1 : MISS;
        h[1] = v ? MISS : 1;
        return;
      default:
        isFound = replacement.found(v, undefined, null);
    }
    if (isFound) {
      h[0] = 1;
      h[1] = replacement.unmoved;
      if (S[id] !== 1) settleTrue(r, id, replacement.unmoved);
    } else {
      h[0] = MISS;
      h[1] = 1;
      if (S[id + 1] !== 1) settleFalse(r, id, MISS);
    }
  }

  /** The call threw; `near`: how near it was to completing, where that is known. */
  function failed(r, id, near, replacement) {
    if (replacement.throws) ended(r, id, id + 1, id, near < 1 ? near : MISS);
  }

  // Completing and throwing are two outcomes of what makes a value of another, but nothing that an enclosing operator asks for.
  // Covered or not, each call is looked at: values are still made of tainted ones.
  function ended(r, id, came, other, near) {
    if (S[came] !== 1) {
      keepAsking(id, r);
      raise(came, 1, 0);
    }
    if (near > S[other]) raise(other, near, 0);
  }

  /** A call of a function that calls or binds another: `f.call(...)`, `Reflect.apply(f, ...)`, `f.bind(...)`. */
  function throughOther(...args) {
    const { r, id, o, f, replacement } = place;
    place = NO_PLACE;
    if (replacement.through === undefined) return bound(r, id, o, f, args);
    const inner = replacement.through(o, args, replacements.direct, replacements.made);
    if (inner === null) {
      let v;
      try {
        v = reflectApply(f, o, args);
      } catch (error) {
        place = { r, id, o, f, replacement };
        throw failedCall(error, args, args.length);
      }
      // A list that is not taken apart: which outcome it was is seen all the same.
      const called = replacement.calls === CALLS_NONE ? null : replacements.direct(replacement.calls === CALLS_ITSELF ? o : args[0]);
      if (called === null || called.outcome >= MADE) truthiness(v);
      else settle(r, id, v, called);
      return v;
    }
    return throughTracked(r, id, inner.self, inner.f, inner.args, inner.replacement, inner.by);
  }

  function throughTracked(r, id, o, f, args, replacement, by) {
    const a = args.length > 0 ? args[0] : undefined;
    const b = args.length > 1 ? args[1] : undefined;
    const seen = replacement.watch === undefined ? null : replacement.watch(a);
    if (seen !== null) args[0] = seen.callback;
    let v;
    try {
      v = by === undefined ? reflectApply(f, o, args) : by(f, o, args);
    } catch (error) {
      if (replacement.threw !== undefined) failed(r, id, replacement.threw(o, a, b), replacement);
      throw replacement.constructs ? error : errorOf(error, f, replacement);
    }
    if (replacement.watch === undefined) learn(r, id, v, o, a, b, replacement);
    else if (replacement.found(v, o, seen)) settleTrue(r, id, replacement.away(o, a, b, seen));
    else settleFalse(r, id, replacement.accepts(o) ? replacement.nearness(o, a, b, seen) : MISS);
    return v;
  }

  /** `f` (`bind`) of a function `o` that has a replacement: bound as the program asked, but of a function that is tracked here. */
  function bound(r, id, o, f, args) {
    const v = reflectApply(f, o, args);
    if (!replacements.has(o) || isConstructor(o) || isBoundToNothing(o, args.length > 0 ? args[0] : undefined)) return v;
    const tracked = {
      call(...rest) {
        const list = objectSetPrototypeOf([r, id, this, o], null);
        for (let i = 0; i < rest.length; i += 1) list[i + 4] = rest[i];
        return reflectApply(t, undefined, list);
      },
    };
    const w = reflectApply(f, tracked.call, args);
    objectDefineProperty(w, "length", own(v, "length"));
    objectDefineProperty(w, "name", own(v, "name"));
    return objectSetPrototypeOf(w, objectGetPrototypeOf(v));
  }

  /** No target of ours, but an enclosing `&&` or `!` reads h. */
  function truthiness(v) {
    if (typeof v === "string") {
      const { length } = v;
      const isEmpty = length === 0;
      h[0] = isEmpty ? NEAR_ONE : 1;
      h[1] = isEmpty ? 1 : nearOtherLength(length);
      return;
    }
    h[v ? 0 : 1] = 1;
    h[v ? 1 : 0] = nearOther(v);
  }

  // `new C(...)`, by `Reflect.construct`: a spread would run an iterator that the program may have changed.
  function w(r, id, C, ...args) {
    const known = id - r < S[r] * LEARNT || typeof C !== "function" ? LEARNT_PLACE : knownAt(id, C);
    const replacement = known.replacement !== null && known.replacement.constructs ? known.replacement : null;
    let v;
    try {
      v = reflectConstruct(C, args);
    } catch (error) {
      if (replacement === null && !isConstructor(C)) throw notCallable(r, id, w, "a constructor");
      if (replacement !== null && replacement.threw !== undefined) failed(r, id, replacement.threw(null, args.length > 0 ? args[0] : undefined, args.length > 1 ? args[1] : undefined), replacement);
      throw error;
    }
    if (replacement !== null) {
      const a = args.length > 0 ? args[0] : undefined;
      const b = args.length > 1 ? args[1] : undefined;
      if (isLookedAt(known) || (typeof a === "string" && mayBeTainted(a))) replacement.transformed(v, null, a, b);
      if (replacement.throws) ended(r, id, id, id + 1, MISS);
    }
    return v;
  }

  return { t, w, registerTexts, textOf };
}

module.exports = { createCallProbes };

"use strict";
// The registry of method replacements, one folder each: `<receiver>/<method>/index.js` exports
// `create(taint)`, which answers a replacement:
//
// - `native`: the captured function that must be called for the replacement to apply (of the module, too, which has `web: class`
//   in its place for methods of classes that Node loads when they are asked for);
// - `found(result, self, seen)`: which outcome a result is, mostly one of `outcomes.js`; `self` may be anything here, a proxy too; of a
//   call that is not looked at only the result is known, and `seen` is null;
// - `nearness(self, a, b, seen)`: after a call that found nothing, how near it was (the heuristic of the true
//   outcome), looking at primitives only; reports what a tainted value should have been;
// - `away(self, a, b, seen)`, if there is more to say than "any change": after a call that found something, how
//   near it was to the false outcome; `unmoved`, where it mostly answers the same: what, for calls that are not looked at;
// - `watch(callback)`, where a callback decides: what to call in place of it, and what is seen meanwhile, as
//   `{ callback, ... }`, handed on as `seen`; null where nothing is to be watched;
// - `threw(self, a, b)`: the call threw.
//
// One that only makes a value of another has `transformed(result, self, a, b)` in their place (and `ofTaint: true` where it is
// only asked about a text with a taint in it): there is no outcome, but for one that has `throws: true` it is that the call
// completed or threw, `threw` may answer how near it was to completing and `away` how near one that completed was to throwing.
// `captures: true`: the stack of its errors begins where it was called.
//
// One that calls another function has `through(self, args, of, made)` (`of(f)` answers the replacement of a function, `made(f)` that
// of a constructor): which replacement, on what, with what, as
// `{ replacement, self, f, args, by }` (`by`: what to call it by, where that is seen), or null for a plain call; one that
// binds another has `binds`. `calls` (`called.js`) says which, where that is known without its arguments.
//
// The call itself is done by the probe, once, on the real arguments.
const { isProxy, Map, mapGet, mapSet, objectGetOwnPropertyDescriptor, objectSetPrototypeOf, WeakSet, weakSetAdd, weakSetHas } =
  require("../intrinsics.js");
const { word } = require("../generated/layout.js");
const { MISS } = require("../truthness/levels.js");
const { NEAR_ONE } = require("../truthness/near.js");
const { functionOf } = require("./builtins.js");
const { CALLS_NONE } = require("./called.js");
const { outcomeOf } = require("./outcomes.js");
const { accepts } = require("./receivers.js");

/** Receivers, each with its methods. Names of methods are what the instrumenter tracks. */
const RECEIVERS = Object.freeze({
  array: [
    require("./array/at/index.js"),
    require("./array/every/index.js"),
    require("./array/find/index.js"),
    require("./array/findIndex/index.js"),
    require("./array/findLast/index.js"),
    require("./array/findLastIndex/index.js"),
    require("./array/includes/index.js"),
    require("./array/indexOf/index.js"),
    require("./array/lastIndexOf/index.js"),
    require("./array/some/index.js"),
  ],
  arrays: [
    require("./arrays/isArray/index.js"),
  ],
  assert: [
    require("./assert/deepEqual/index.js"),
    require("./assert/deepStrictEqual/index.js"),
    require("./assert/doesNotMatch/index.js"),
    require("./assert/equal/index.js"),
    require("./assert/match/index.js"),
    require("./assert/notDeepEqual/index.js"),
    require("./assert/notDeepStrictEqual/index.js"),
    require("./assert/notEqual/index.js"),
    require("./assert/notStrictEqual/index.js"),
    require("./assert/strictEqual/index.js"),
  ],
  buffer: [
    require("./buffer/compare/index.js"),
    require("./buffer/equals/index.js"),
    require("./buffer/from/index.js"),
  ],
  buffers: [
    require("./buffers/compare/index.js"),
  ],
  constructor: [
    require("./constructor/Date/index.js"),
    require("./constructor/URL/index.js"),
  ],
  crypto: [
    require("./crypto/timingSafeEqual/index.js"),
  ],
  date: [
    require("./date/parse/index.js"),
  ],
  form: [
    require("./form/delete/index.js"),
    require("./form/get/index.js"),
    require("./form/has/index.js"),
  ],
  function: [
    require("./function/apply/index.js"),
    require("./function/bind/index.js"),
    require("./function/call/index.js"),
  ],
  global: [
    require("./global/BigInt/index.js"),
    require("./global/Boolean/index.js"),
    require("./global/Number/index.js"),
    require("./global/atob/index.js"),
    require("./global/decodeURIComponent/index.js"),
    require("./global/encodeURIComponent/index.js"),
    require("./global/isFinite/index.js"),
    require("./global/isNaN/index.js"),
    require("./global/parseFloat/index.js"),
    require("./global/parseInt/index.js"),
  ],
  headers: [
    require("./headers/delete/index.js"),
    require("./headers/get/index.js"),
    require("./headers/has/index.js"),
  ],
  json: [
    require("./json/parse/index.js"),
  ],
  map: [
    require("./map/delete/index.js"),
    require("./map/get/index.js"),
    require("./map/has/index.js"),
  ],
  number: [
    require("./number/isFinite/index.js"),
    require("./number/isInteger/index.js"),
    require("./number/isSafeInteger/index.js"),
  ],
  object: [
    require("./object/hasOwn/index.js"),
    require("./object/hasOwnProperty/index.js"),
    require("./object/is/index.js"),
  ],
  params: [
    require("./params/delete/index.js"),
    require("./params/get/index.js"),
    require("./params/has/index.js"),
  ],
  reflect: [
    require("./reflect/apply/index.js"),
    require("./reflect/construct/index.js"),
    require("./reflect/has/index.js"),
  ],
  regexp: [
    require("./regexp/exec/index.js"),
    require("./regexp/test/index.js"),
  ],
  set: [
    require("./set/delete/index.js"),
    require("./set/has/index.js"),
    require("./set/isDisjointFrom/index.js"),
    require("./set/isSubsetOf/index.js"),
    require("./set/isSupersetOf/index.js"),
  ],
  string: [
    require("./string/at/index.js"),
    require("./string/charAt/index.js"),
    require("./string/charCodeAt/index.js"),
    require("./string/codePointAt/index.js"),
    require("./string/endsWith/index.js"),
    require("./string/includes/index.js"),
    require("./string/indexOf/index.js"),
    require("./string/lastIndexOf/index.js"),
    require("./string/localeCompare/index.js"),
    require("./string/match/index.js"),
    require("./string/matchAll/index.js"),
    require("./string/normalize/index.js"),
    require("./string/padEnd/index.js"),
    require("./string/padStart/index.js"),
    require("./string/replace/index.js"),
    require("./string/replaceAll/index.js"),
    require("./string/search/index.js"),
    require("./string/slice/index.js"),
    require("./string/split/index.js"),
    require("./string/startsWith/index.js"),
    require("./string/substring/index.js"),
    require("./string/toLowerCase/index.js"),
    require("./string/toUpperCase/index.js"),
    require("./string/trim/index.js"),
    require("./string/trimEnd/index.js"),
    require("./string/trimStart/index.js"),
  ],
  typed: [
    require("./typed/at/index.js"),
    require("./typed/every/index.js"),
    require("./typed/find/index.js"),
    require("./typed/findIndex/index.js"),
    require("./typed/findLast/index.js"),
    require("./typed/findLastIndex/index.js"),
    require("./typed/includes/index.js"),
    require("./typed/indexOf/index.js"),
    require("./typed/lastIndexOf/index.js"),
    require("./typed/some/index.js"),
  ],
  url: [
    require("./url/canParse/index.js"),
  ],
  util: [
    require("./util/isDeepStrictEqual/index.js"),
  ],
  weakmap: [
    require("./weakmap/delete/index.js"),
    require("./weakmap/get/index.js"),
    require("./weakmap/has/index.js"),
  ],
  weakset: [
    require("./weakset/delete/index.js"),
    require("./weakset/has/index.js"),
  ],
});

/** Places of calls in one page of what is remembered of them. */
const PAGE_BITS = 10;
const IN_PAGE = (1 << PAGE_BITS) - 1;
/** A constructor is called without `new`. */
const notMade = () => null;
/** One shape for all places: they are read by each call. */
function newPlace(f, replacement) {
  return { f, replacement, test: 0, action: 0, looks: 0, called: null, inner: null };
}

/** The place of a call that nothing more is learnt of. */
const LEARNT_PLACE = newPlace(null, null);
/** The place of a call before it has been called. */
const NOT_CALLED = newPlace(null, null);
/**
 * Calls of one place in one request that are looked at: how near they were costs many times what the call does, and a loop
 * learns nothing more of its hundredth step. Calls with a taint in them are looked at whatever their number.
 */
const MOST_LOOKS = 32;

/**
 * Answers, over the header of the map:
 *
 * - `at(id, f)`: the place of a call of a function, with its `replacement`, or null there where a plain call is right;
 * - `isLookedAt(place)`: whether the call that is made there is one of the first {@link MOST_LOOKS} of its request, or of as
 *   many as a test has put into `mostLooks[0]`;
 * - `calledAt(place, f)`: the replacement of a function that is called there by another, or null; undefined where it tells
 *   that it threw, too;
 * - `direct(f)`: that of a function at no place, but of those that call or bind another (`other`) none;
 * - `has(f)`: whether there is one.
 *
 * A replacement has `accepts(receiver)` besides: whether it may look into what it was called on.
 */
function createReplacements({ header }, taint) {
  /** {@link MOST_LOOKS}, but in tests. */
  const most = new Uint32Array([MOST_LOOKS]);
  const byNative = new Map();
  // Those that are looked for when the program calls a function of that name: lists.
  const byName = new Map();
  // What was called last at a place: most places call the same function for ever.
  // Lists without a prototype: the program may have put a setter where their items go.
  const pages = objectSetPrototypeOf([], null);
  const notOurs = new WeakSet();
  for (const receiver of Object.keys(RECEIVERS)) {
    for (const module of RECEIVERS[receiver]) {
      const made = module.create(taint);
      const { found, nearness, away, watch, transformed, ofTaint = false, threw, throws = false, captures = false, binds, calls = CALLS_NONE, unmoved = away === undefined ? NEAR_ONE : MISS } = made;
      // What a constructor does without `new` is something else.
      const constructs = receiver === "constructor";
      const through = constructs ? notMade : made.through;
      const other = through !== undefined || binds === true;
      // One shape for all of them.
      const replacement = { accepts: accepts[receiver], ofTaint, found, nearness, away, watch, transformed, threw, throws, captures, through, other, calls, constructs, outcome: outcomeOf(found, throws), unmoved };
      if (module.web !== undefined) {
        late(module.method, { module, replacement });
        // What a realm of its own may lack (`URL`, `atob`), or an older Node (`isSubsetOf` of sets).
      } else if (module.native !== undefined) mapSet(byNative, module.native, replacement);
    }
  }

  function late(name, known) {
    const others = mapGet(byName, name);
    if (others === undefined) mapSet(byName, name, [known]);
    else others[others.length] = known;
  }

  function ofLate(f) {
    const name = objectGetOwnPropertyDescriptor(f, "name");
    const known = name === undefined ? undefined : mapGet(byName, name.value);
    for (let i = 0; known !== undefined && i < known.length; i += 1) {
      if (functionOf(known[i].module) !== f) continue;
      mapSet(byNative, f, known[i].replacement);
      return known[i].replacement;
    }
    return null;
  }

  function look(f) {
    if (weakSetHas(notOurs, f)) return null;
    const known = mapGet(byNative, f);
    if (known !== undefined) return known;
    const replacement = isProxy(f) ? null : ofLate(f);
    if (replacement === null) weakSetAdd(notOurs, f);
    return replacement;
  }

  function at(id, f) {
    const page = pages[id >>> PAGE_BITS];
    if (page !== undefined) {
      const place = page[id & IN_PAGE];
      if (place.f === f) return place;
    }
    return lookAt(id, f);
  }

  function lookAt(id, f) {
    const replacement = look(f);
    const number = id >>> PAGE_BITS;
    while (pages.length <= number) pages[pages.length] = undefined;
    if (pages[number] === undefined) {
      pages[number] = objectSetPrototypeOf([], null);
      for (let i = 0; i <= IN_PAGE; i += 1) pages[number][i] = NOT_CALLED;
    }
    const page = pages[number];
    if (page[id & IN_PAGE] === NOT_CALLED) page[id & IN_PAGE] = newPlace(f, replacement);
    const place = page[id & IN_PAGE];
    place.f = f;
    place.replacement = replacement;
    return place;
  }

  function isLookedAt(place) {
    const test = header[word.EPOCH] | 0;
    const action = header[word.ACTION] | 0;
    if (place.test !== test || place.action !== action) {
      place.test = test;
      place.action = action;
      place.looks = 0;
    }
    if (place.looks >= most[0]) return false;
    place.looks += 1;
    return true;
  }

  function calledAt(place, f) {
    if (place.called === f) return place.inner;
    const inner = direct(f);
    if (inner === null) return null;
    if (inner.throws) return undefined;
    place.called = f;
    place.inner = inner;
    return inner;
  }

  /** From now on calls of `f` are taken for those of `native`, in whose place it stands. */
  function alias(native, f) {
    const replacement = mapGet(byNative, native);
    if (replacement !== undefined) mapSet(byNative, f, replacement);
  }

  const find = (f) => (typeof f === "function" ? look(f) : null);

  function direct(f) {
    const replacement = find(f);
    return replacement === null || replacement.other ? null : replacement;
  }

  /** The replacement of a constructor. */
  function made(f) {
    const replacement = find(f);
    return replacement === null || !replacement.constructs ? null : replacement;
  }

  return { at, alias, isLookedAt, mostLooks: most, calledAt, direct, made, has: (f) => find(f) !== null };
}

module.exports = { createReplacements, LEARNT_PLACE, MOST_LOOKS, RECEIVERS };

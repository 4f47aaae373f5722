"use strict";
// The registry of method replacements, one folder each: `<receiver>/<method>/index.js` exports
// `create(taint)`, which answers a replacement:
//
// - `native`: the captured function that must be called for the replacement to apply;
// - `found(result)`: which outcome a result is;
// - `nearness(self, a, b)`: after a call that found nothing, how near it was (the heuristic of the true
//   outcome), looking at primitives only; reports what a tainted value should have been.
//
// The call itself is done by the probe, once, on the real arguments.
const { arrayIsArray, isMap, isProxy, isRegExp, isSet } = require("../intrinsics.js");

/** Receivers, each with the test of the receiver and its methods. Names of methods are what the instrumenter tracks. */
const RECEIVERS = Object.freeze({
  array: [require("./array/includes/index.js"), require("./array/indexOf/index.js")],
  map: [require("./map/has/index.js")],
  regexp: [require("./regexp/test/index.js")],
  set: [require("./set/has/index.js")],
  string: [
    require("./string/endsWith/index.js"),
    require("./string/includes/index.js"),
    require("./string/indexOf/index.js"),
    require("./string/lastIndexOf/index.js"),
    require("./string/startsWith/index.js"),
  ],
});

/** Answers `of(receiver, f)`: the replacement of a call, or null where a plain call is right. */
function createReplacements(taint) {
  const make = (receiver) => RECEIVERS[receiver].map((module) => module.create(taint));
  const strings = make("string");
  const arrays = make("array");
  const sets = make("set");
  const maps = make("map");
  const regexps = make("regexp");

  function pick(list, f) {
    for (let i = 0; i < list.length; i += 1) if (list[i].native === f) return list[i];
    return null;
  }

  function of(receiver, f) {
    if (typeof receiver === "string") return pick(strings, f);
    if (typeof receiver !== "object" || receiver === null) return null;
    let replacement = pick(arrays, f);
    if (replacement !== null) return arrayIsArray(receiver) && !isProxy(receiver) ? replacement : null;
    replacement = pick(sets, f);
    if (replacement !== null) return isSet(receiver) ? replacement : null;
    replacement = pick(maps, f);
    if (replacement !== null) return isMap(receiver) ? replacement : null;
    replacement = pick(regexps, f);
    if (replacement !== null) return isRegExp(receiver) ? replacement : null;
    return null;
  }

  return { of };
}

module.exports = { createReplacements, RECEIVERS };

"use strict";
// Probe of the text that `JSON.parse` is called with where the value that it answers gets no name: what is read of that
// value is told of the text (`inputs/index.js`).
const { isProxy, jsonParse, objectGetOwnPropertyDescriptor } = require("../intrinsics.js");
const { SHORTEST_TAINT } = require("../taint/marker.js");

/** Longest text that is read a second time. */
const LONGEST = 1024;

const globals = globalThis;

/** The value of an own data property. */
function ownValue(object, name) {
  const property = objectGetOwnPropertyDescriptor(object, name);
  return property === undefined ? undefined : property.value;
}

/** Stand-in of ours for `JSON.parse`, if there is one. */
let standIn = jsonParse;

/** Tells whether `JSON.parse` is the one that the process began with, or ours. */
function isNative() {
  const json = ownValue(globals, "JSON");
  if (typeof json !== "object" || json === null || isProxy(json)) return false;
  const parse = ownValue(json, "parse");
  return parse === jsonParse || parse === standIn;
}

/** From now on this one counts as `JSON.parse`, too. */
function know(parse) {
  standIn = parse;
}

function createParsedProbe(taint, inputs) {
  function l(text, paths) {
    if (typeof text !== "string") return text;
    if (inputs.alive[0] === 1 && text.length <= LONGEST) tell(text, paths);
    else if (text.length >= SHORTEST_TAINT && isNative()) taint.encoded(text, "json");
    return text;
  }

  function tell(text, paths) {
    if (!isNative()) return;
    let value;
    try {
      value = jsonParse(text);
    } catch {
      taint.encoded(text, "json");
      return;
    }
    taint.readJson(text, value);
    // Also of a tainted text, which should be a record.
    inputs.i(value, paths);
  }

  return { l };
}

module.exports = { createParsedProbe, know };

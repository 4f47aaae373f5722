"use strict";
// `at` of typed arrays: the outcome is whether something is there.
const { nearestIndex } = require("../../nearest_index.js");
const { isThere } = require("../../outcomes.js");

const native = Object.getPrototypeOf(Uint8Array.prototype).at;

function create(taint) {
  return { native, found: isThere, nearness: (self, index) => nearestIndex(taint, self, index) };
}

module.exports = { receiver: "typed", method: "at", native, create };

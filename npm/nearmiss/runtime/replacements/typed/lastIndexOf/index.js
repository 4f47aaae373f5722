"use strict";
// `lastIndexOf` of typed arrays: paper 002 Equation 3.
const { nearestNumber } = require("../nearest_number.js");
const { isIndex } = require("../../outcomes.js");

const native = Object.getPrototypeOf(Uint8Array.prototype).lastIndexOf;

function create(taint) {
  return { native, found: isIndex, nearness: (self, key) => nearestNumber(taint, self, key) };
}

module.exports = { receiver: "typed", method: "lastIndexOf", native, create };

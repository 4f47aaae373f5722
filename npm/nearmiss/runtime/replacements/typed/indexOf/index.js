"use strict";
// `indexOf` of typed arrays: paper 002 Equation 3.
const { nearestNumber } = require("../nearest_number.js");
const { isIndex } = require("../../outcomes.js");

const native = Object.getPrototypeOf(Uint8Array.prototype).indexOf;

function create(taint) {
  return { native, found: isIndex, nearness: (self, key) => nearestNumber(taint, self, key) };
}

module.exports = { receiver: "typed", method: "indexOf", native, create };

"use strict";
// `includes` of typed arrays: paper 002 Equation 3.
const { nearestNumber } = require("../nearest_number.js");
const { isTrue } = require("../../outcomes.js");

const native = Object.getPrototypeOf(Uint8Array.prototype).includes;

function create(taint) {
  return { native, found: isTrue, nearness: (self, key) => nearestNumber(taint, self, key) };
}

module.exports = { receiver: "typed", method: "includes", native, create };

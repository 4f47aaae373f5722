"use strict";
// `Array.prototype.includes`: paper 002 Equation 3.
const { nearestElement } = require("../nearest_element.js");
const { isTrue } = require("../../outcomes.js");

const native = Array.prototype.includes;

function create(taint) {
  return { native, found: isTrue, nearness: (self, key) => nearestElement(taint, self, key) };
}

module.exports = { receiver: "array", method: "includes", native, create };

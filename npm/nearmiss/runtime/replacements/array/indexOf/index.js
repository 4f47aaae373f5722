"use strict";
// `Array.prototype.indexOf`: paper 002 Equation 3; an index is the outcome "found".
const { nearestElement } = require("../nearest_element.js");
const { isIndex } = require("../../outcomes.js");

const native = Array.prototype.indexOf;

function create(taint) {
  return { native, found: isIndex, nearness: (self, key) => nearestElement(taint, self, key) };
}

module.exports = { receiver: "array", method: "indexOf", native, create };

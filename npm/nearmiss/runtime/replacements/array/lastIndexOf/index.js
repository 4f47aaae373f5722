"use strict";
// `Array.prototype.lastIndexOf`: as `indexOf`.
const { nearestElement } = require("../nearest_element.js");
const { isIndex } = require("../../outcomes.js");

const native = Array.prototype.lastIndexOf;

function create(taint) {
  return { native, found: isIndex, nearness: (self, key) => nearestElement(taint, self, key) };
}

module.exports = { receiver: "array", method: "lastIndexOf", native, create };

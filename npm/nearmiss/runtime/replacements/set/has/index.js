"use strict";
// `Set.prototype.has`: paper 002 Equation 3.
const { nearestInSet } = require("../../nearest_key.js");
const { isTrue } = require("../../outcomes.js");

const native = Set.prototype.has;

function create(taint) {
  return { native, found: isTrue, nearness: (self, key) => nearestInSet(taint, self, key) };
}

module.exports = { receiver: "set", method: "has", native, create };

"use strict";
// `Set.prototype.delete`: it was there; paper 002 Equation 3.
const { nearestInSet } = require("../../nearest_key.js");
const { isTrue } = require("../../outcomes.js");

const native = Set.prototype.delete;

function create(taint) {
  return { native, found: isTrue, nearness: (self, key) => nearestInSet(taint, self, key) };
}

module.exports = { receiver: "set", method: "delete", native, create };

"use strict";
// `Set.prototype.delete`: it was there; paper 002 Equation 3.
const { nearestInSet } = require("../../nearest_key.js");

const native = Set.prototype.delete;

function create(taint) {
  return { native, found: (result) => result, nearness: (self, key) => nearestInSet(taint, self, key) };
}

module.exports = { receiver: "set", method: "delete", native, create };

"use strict";
// `Set.prototype.has`: paper 002 Equation 3.
const { nearestInSet } = require("../../nearest_key.js");

const native = Set.prototype.has;

function create(taint) {
  return { native, found: (result) => result, nearness: (self, key) => nearestInSet(taint, self, key) };
}

module.exports = { receiver: "set", method: "has", native, create };

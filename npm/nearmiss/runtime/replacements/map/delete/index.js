"use strict";
// `Map.prototype.delete`: it was there; paper 002 Equation 3.
const { nearestInMap } = require("../../nearest_key.js");
const { isTrue } = require("../../outcomes.js");

const native = Map.prototype.delete;

function create(taint) {
  return { native, found: isTrue, nearness: (self, key) => nearestInMap(taint, self, key) };
}

module.exports = { receiver: "map", method: "delete", native, create };

"use strict";
// `Map.prototype.has`: paper 002 Equation 3.
const { nearestInMap } = require("../../nearest_key.js");
const { isTrue } = require("../../outcomes.js");

const native = Map.prototype.has;

function create(taint) {
  return { native, found: isTrue, nearness: (self, key) => nearestInMap(taint, self, key) };
}

module.exports = { receiver: "map", method: "has", native, create };

"use strict";
// `Map.prototype.has`: paper 002 Equation 3.
const { nearestInMap } = require("../../nearest_key.js");

const native = Map.prototype.has;

function create(taint) {
  return { native, found: (result) => result, nearness: (self, key) => nearestInMap(taint, self, key) };
}

module.exports = { receiver: "map", method: "has", native, create };

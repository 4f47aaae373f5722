"use strict";
// `Map.prototype.get`: something was there; paper 002 Equation 3.
const { nearestKey } = require("../../nearest_key.js");

const native = Map.prototype.get;

function create(taint) {
  return { native, found: (result) => result !== undefined, nearness: (self, key) => nearestKey(taint, self, key) };
}

module.exports = { receiver: "map", method: "get", native, create };

"use strict";
// `Map.prototype.get`: something was there; paper 002 Equation 3.
const { nearestInMap } = require("../../nearest_key.js");
const { isDefined } = require("../../outcomes.js");

const native = Map.prototype.get;

function create(taint) {
  return { native, found: isDefined, nearness: (self, key) => nearestInMap(taint, self, key) };
}

module.exports = { receiver: "map", method: "get", native, create };

"use strict";
// `Number.isInteger`: how far a number is from the integers round it.
const { NEAR_ONE } = require("../../../truthness/near.js");
const { nearInteger, nextInteger } = require("../near_integer.js");
const { isTrue } = require("../../outcomes.js");

const native = Number.isInteger;

function create(taint) {
  function nearness(self, value) {
    if (typeof value === "number") taint.unequal(value, nextInteger(value));
    return nearInteger(value);
  }
  function away(self, value) {
    taint.unequal(value, value + 0.5);
    return NEAR_ONE;
  }
  return { native, found: isTrue, nearness, away };
}

module.exports = { receiver: "number", method: "isInteger", native, create };

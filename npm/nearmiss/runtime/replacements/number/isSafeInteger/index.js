"use strict";
// `Number.isSafeInteger`: an integer below 2^53, or how far it is from one.
const { MISS } = require("../../../truthness/levels.js");
const { near } = require("../../../truthness/near.js");
const { nearInteger, nextInteger } = require("../near_integer.js");
const { isTrue } = require("../../outcomes.js");

const native = Number.isSafeInteger;
const GREATEST = Number.MAX_SAFE_INTEGER;

function create(taint) {
  function nearness(self, value) {
    if (typeof value !== "number") return MISS;
    const size = value < 0 ? -value : value;
    taint.unequal(value, size > GREATEST ? GREATEST : nextInteger(value));
    return size > GREATEST ? near(size - GREATEST) : nearInteger(value);
  }
  function away(self, value) {
    taint.unequal(value, GREATEST + 1);
    return near(GREATEST + 1 - (value < 0 ? -value : value));
  }
  return { native, found: isTrue, nearness, away };
}

module.exports = { receiver: "number", method: "isSafeInteger", native, create };

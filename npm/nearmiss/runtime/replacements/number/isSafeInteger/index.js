"use strict";
// `Number.isSafeInteger`: an integer below 2^53, or how far it is from one.
const { MISS } = require("../../../truthness/levels.js");
const { near } = require("../../../truthness/near.js");
const { nearInteger } = require("../near_integer.js");

const native = Number.isSafeInteger;
const GREATEST = Number.MAX_SAFE_INTEGER;

function create() {
  function nearness(self, value) {
    if (typeof value !== "number") return MISS;
    const size = value < 0 ? -value : value;
    return size > GREATEST ? near(size - GREATEST) : nearInteger(value);
  }
  const away = (self, value) => near(GREATEST + 1 - (value < 0 ? -value : value));
  return { native, found: (result) => result, nearness, away };
}

module.exports = { receiver: "number", method: "isSafeInteger", native, create };

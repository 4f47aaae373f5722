"use strict";
// `Number.isFinite`: how far a finite number is from the greatest one; an infinite one gives no gradient.
const { MISS } = require("../../../truthness/levels.js");
const { near } = require("../../../truthness/near.js");
const { isTrue } = require("../../outcomes.js");

const native = Number.isFinite;
const LARGEST = Number.MAX_VALUE;

function create() {
  const away = (self, value) => near(LARGEST - (value < 0 ? -value : value));
  return { native, found: isTrue, nearness: () => MISS, away };
}

module.exports = { receiver: "number", method: "isFinite", native, create };

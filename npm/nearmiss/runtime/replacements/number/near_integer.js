"use strict";
// How near a number was to an integer.
const { floor } = require("../../intrinsics.js");
const { MISS } = require("../../truthness/levels.js");
const { near } = require("../../truthness/near.js");

function nearInteger(value) {
  if (typeof value !== "number" || value - value !== 0) return MISS;
  const below = value - floor(value);
  return near(below < 0.5 ? below : 1 - below);
}

/** The integer next to a finite number. */
const nextInteger = (value) => floor(value + 0.5);

module.exports = { nearInteger, nextInteger };

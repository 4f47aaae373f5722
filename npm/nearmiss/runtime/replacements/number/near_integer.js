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

module.exports = { nearInteger };

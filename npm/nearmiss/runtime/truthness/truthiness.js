"use strict";
// Heuristic of a value used as a condition.
const { MISS } = require("./levels.js");
const { near, nearBigint, NEAR_ONE } = require("./near.js");

/** Heuristics of the commonest distances, whole ones below its length: of most texts, and of their units. */
const NEAR_OF = new Float64Array(256);
for (let d = 1; d < NEAR_OF.length; d += 1) NEAR_OF[d] = near(d);
// From an empty text one unit is missing.
NEAR_OF[0] = NEAR_ONE;

/** How near a text of this length was to being empty, or an empty one to not being so. */
function nearOtherLength(length) {
  return length < 256 ? NEAR_OF[length] : near(length);
}

/** How near `v` was to the truthiness it does not have. */
function nearOther(v) {
  switch (typeof v) {
    case "number":
      if (v !== v) return MISS;
      return v === 0 ? NEAR_ONE : near(v < 0 ? -v : v);
    case "string":
      return nearOtherLength(v.length);
    case "bigint":
      return v === 0n ? NEAR_ONE : nearBigint(v < 0n ? -v : v);
    default:
      return MISS;
  }
}

module.exports = { nearOther, nearOtherLength };

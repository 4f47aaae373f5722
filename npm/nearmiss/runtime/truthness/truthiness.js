"use strict";
// Heuristic of a value used as a condition.
const { MISS } = require("./levels.js");
const { near, nearBigint, NEAR_ONE } = require("./near.js");

/** How near `v` was to the truthiness it does not have. */
function nearOther(v) {
  switch (typeof v) {
    case "number":
      if (v !== v) return MISS;
      return v === 0 ? NEAR_ONE : near(v < 0 ? -v : v);
    case "string":
      return v === "" ? NEAR_ONE : near(v.length);
    case "bigint":
      return v === 0n ? NEAR_ONE : nearBigint(v < 0n ? -v : v);
    default:
      return MISS;
  }
}

module.exports = { nearOther };

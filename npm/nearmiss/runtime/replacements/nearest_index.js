"use strict";
// How near an index was to one that is there, counted from the end where it is negative.
const { number } = require("../intrinsics.js");
const { EMPTY_COLLECTION, MISS, aboveNullish } = require("../truthness/levels.js");
const { nearNumbers } = require("../truthness/near.js");
const { lengthOf } = require("../truthness/own_keys.js");

/** The index may be a text: reading it as a number runs nothing. */
function nearestIndex(taint, self, index) {
  if (typeof index !== "number" && typeof index !== "string") return MISS;
  const length = lengthOf(self);
  if (length === 0) return EMPTY_COLLECTION;
  const at = number(index);
  // What is there is null or undefined.
  if (at !== at || (at < length && at >= -length)) return MISS;
  const nearest = at < 0 ? -length : length - 1;
  taint.unequal(index, nearest);
  taint.unequal(index, 0);
  return aboveNullish(nearNumbers(at, nearest));
}

module.exports = { nearestIndex };

"use strict";
// The form of a tainted value: `_EM_<digits>_XYZ_` (design section 3, "Taint").
const { charCodeAt, number, stringIndexOf, stringSlice, stringStartsWith } = require("../intrinsics.js");

/** `_EM_0_XYZ_` */
const SHORTEST_TAINT = 10;
const MOST_DIGITS = 9;

/**
 * The first taint in `text`: `{ id, exact, lower, prefix, suffix }`, or null. `exact`: nothing stands
 * around it; `lower`: the program has put it in lower case.
 */
function findTaint(text) {
  if (text.length < SHORTEST_TAINT) return null;
  // One search is enough for nearly every string of a program.
  const first = stringIndexOf(text, "_");
  if (first < 0) return null;
  let start = stringIndexOf(text, "_EM_", first);
  const lower = start < 0;
  if (lower) {
    start = stringIndexOf(text, "_em_", first);
    if (start < 0) return null;
  }
  const digits = start + 4;
  let end = digits;
  while (end < text.length && end - digits <= MOST_DIGITS) {
    const unit = charCodeAt(text, end);
    if (unit < 48 || unit > 57) break;
    end += 1;
  }
  if (end === digits || end - digits > MOST_DIGITS) return null;
  if (!stringStartsWith(text, lower ? "_xyz_" : "_XYZ_", end)) return null;
  const id = number(stringSlice(text, digits, end));
  const prefix = stringSlice(text, 0, start);
  const suffix = stringSlice(text, end + 5);
  return { id, exact: prefix === "" && suffix === "", lower, prefix, suffix };
}

module.exports = { findTaint, SHORTEST_TAINT };

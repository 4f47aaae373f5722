"use strict";
// Assertions throw when two values are not equal: a tainted one is told the other.
const { isPlainObject } = require("../../truthness/own_keys.js");
const { objectGetOwnPropertyDescriptor, objectKeys } = require("../../intrinsics.js");

/** Properties and levels that are compared. */
const MOST_KEYS = 32;
const MOST_LEVELS = 4;

/** Tells what differs between two values, property by property. */
function tellUnequal(taint, a, b, level) {
  if (!isPlainObject(a) || !isPlainObject(b)) {
    if (a !== b) taint.unequal(a, b);
    return;
  }
  const keys = objectKeys(b);
  for (let i = 0; i < keys.length && i < MOST_KEYS && level < MOST_LEVELS; i += 1) {
    const one = objectGetOwnPropertyDescriptor(a, keys[i]);
    const other = objectGetOwnPropertyDescriptor(b, keys[i]);
    if (one !== undefined && other !== undefined && one.get === undefined && other.get === undefined) {
      tellUnequal(taint, one.value, other.value, level + 1);
    }
  }
}

module.exports = { tellUnequal };

"use strict";
// How near a key was to one of an object's own: paper 002 Equation 3.
const { nearKeys } = require("../../truthness/collection.js");
const { MISS } = require("../../truthness/levels.js");
const { isPlainObject } = require("../../truthness/own_keys.js");

function nearestOwn(taint, object, key) {
  if (typeof key === "symbol" || (typeof key === "object" && key !== null) || typeof key === "function") return MISS;
  const listed = isPlainObject(object) ? taint.keysOf(object) : null;
  if (listed === null) return MISS;
  if (typeof key === "string") {
    taint.lookup(key, listed.keys);
    taint.lacks(object, key);
  }
  return nearKeys(key, listed.keys, listed.size);
}

module.exports = { nearestOwn };

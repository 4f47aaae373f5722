"use strict";
// How near a key was to one of an object's own: paper 002 Equation 3.
const { nearKeys } = require("../../truthness/collection.js");
const { MISS } = require("../../truthness/levels.js");
const { ownKeys } = require("../../truthness/own_keys.js");

function nearestOwn(taint, object, key) {
  const keys = ownKeys(object);
  if (keys === null || typeof key === "symbol" || (typeof key === "object" && key !== null) || typeof key === "function") return MISS;
  if (typeof key === "string") taint.lookup(key, keys);
  return nearKeys(key, keys, keys.length);
}

module.exports = { nearestOwn };

"use strict";
// How near a real set or map was to holding a key.
const { mapSize, setSize } = require("../intrinsics.js");
const { nearElements } = require("../truthness/collection.js");
const { mapKeysOf, setValuesOf } = require("../truthness/own_keys.js");
const { keysLookedAt } = require("../taint/index.js");

function nearestInSet(taint, set, key) {
  const values = setValuesOf(set, keysLookedAt(key));
  taint.lookup(key, values);
  return nearElements(key, values, setSize(set));
}

function nearestInMap(taint, map, key) {
  const keys = mapKeysOf(map, keysLookedAt(key));
  taint.lookup(key, keys);
  return nearElements(key, keys, mapSize(map));
}

module.exports = { nearestInSet, nearestInMap };

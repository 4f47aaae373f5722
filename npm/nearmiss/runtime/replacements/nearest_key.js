"use strict";
// How near a real set or map was to holding a key.
const { isSet, mapSize, setSize } = require("../intrinsics.js");
const { nearElements } = require("../truthness/collection.js");
const { collectionKeys } = require("../truthness/own_keys.js");
const { MOST_RANKED } = require("../taint/index.js");

function nearestKey(taint, self, key) {
  const keys = collectionKeys(self, MOST_RANKED);
  taint.lookup(key, keys);
  return nearElements(key, keys, isSet(self) ? setSize(self) : mapSize(self));
}

module.exports = { nearestKey };

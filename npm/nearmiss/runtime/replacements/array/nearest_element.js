"use strict";
// How near a real array was to holding a key: its first elements that are own data properties.
const { nearElements } = require("../../truthness/collection.js");
const { arrayElements } = require("../../truthness/own_keys.js");
const { keysLookedAt } = require("../../taint/index.js");

function nearestElement(taint, self, key) {
  const elements = arrayElements(self, keysLookedAt(key));
  taint.lookup(key, elements);
  return nearElements(key, elements, self.length);
}

module.exports = { nearestElement };

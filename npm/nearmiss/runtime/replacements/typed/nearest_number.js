"use strict";
// How near a typed array was to holding a number: its elements are read as they are, nothing of the program's runs.
const { typedArrayLength } = require("../../intrinsics.js");
const { MOST_ELEMENTS, nearElements } = require("../../truthness/collection.js");

function nearestNumber(taint, self, key) {
  const length = typedArrayLength(self);
  const elements = [];
  for (let i = 0; i < length && i < MOST_ELEMENTS; i += 1) elements[i] = self[i];
  taint.lookup(key, elements);
  return nearElements(key, elements, length);
}

module.exports = { nearestNumber };

"use strict";
// How near two sets were to one holding the other, and how far they are from having nothing in common. What the program asks is
// answered by `size`, `has` and `keys` of the other one; here real sets and maps are read as they are, nothing else.
const { isMap, isSet, mapSize, setHas, setSize, mapHas } = require("../../intrinsics.js");
const { MOST_ELEMENTS, nearElements } = require("../../truthness/collection.js");
const { EMPTY_COLLECTION, MISS, lift } = require("../../truthness/levels.js");
const { mapKeysOf, setValuesOf } = require("../../truthness/own_keys.js");
const { MOST_RANKED } = require("../../taint/index.js");

const sizeOf = (one) => (isSet(one) ? setSize(one) : mapSize(one));
const holds = (one, value) => (isSet(one) ? setHas(one, value) : mapHas(one, value));
const firstOf = (one, most) => (isSet(one) ? setValuesOf(one, most) : mapKeysOf(one, most));
const isReadable = (one) => isSet(one) || isMap(one);

function nearValue(taint, value, others, size) {
  taint.lookup(value, others);
  return nearElements(value, others, size);
}

/** `inner` was not within `outer`: the share of it that is, and how near the rest. Paper 001 section 4.1, containsAll. */
function nearWithin(taint, inner, outer) {
  if (!isReadable(inner) || !isReadable(outer) || sizeOf(inner) === 0) return MISS;
  const values = firstOf(inner, MOST_ELEMENTS);
  const others = firstOf(outer, MOST_RANKED);
  const size = sizeOf(outer);
  let near = 0;
  for (let i = 0; i < values.length; i += 1) near += holds(outer, values[i]) ? 1 : nearValue(taint, values[i], others, size);
  // What is not looked at counts as missing.
  return lift(near / sizeOf(inner));
}

/** They had values in common: the share of those that are not. */
function nearApart(self, other) {
  if (!isReadable(self) || !isReadable(other) || sizeOf(self) === 0) return MISS;
  const values = firstOf(self, MOST_ELEMENTS);
  let apart = 0;
  for (let i = 0; i < values.length; i += 1) if (!holds(other, values[i])) apart += 1;
  return lift(apart / sizeOf(self));
}

/** They had nothing in common: the nearest value of the one to one of the other. */
function nearCommon(taint, self, other) {
  if (!isReadable(self) || !isReadable(other)) return MISS;
  const values = firstOf(self, MOST_ELEMENTS);
  const size = sizeOf(other);
  if (values.length === 0) return EMPTY_COLLECTION;
  const others = firstOf(other, MOST_RANKED);
  let best = MISS;
  for (let i = 0; i < values.length; i += 1) {
    const near = nearValue(taint, values[i], others, size);
    if (near > best) best = near;
  }
  return best;
}

module.exports = { nearWithin, nearApart, nearCommon };

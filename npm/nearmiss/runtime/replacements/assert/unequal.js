"use strict";
// Values of which a program asks whether they are the same all through (`util.isDeepStrictEqual`, assertions that throw): what
// differs is told property by property, and the share of what is the same says how near they are.
const { arrayIsArray, objectGetOwnPropertyDescriptor, objectHasOwn, objectIs } = require("../../intrinsics.js");
const { nearStrict } = require("../../truthness/compare.js");
const { MISS, lift } = require("../../truthness/levels.js");
const { firstKeys, isPlainObject } = require("../../truthness/own_keys.js");

/** Properties of one object, levels, and values in all that are compared. */
const MOST_KEYS = 32;
const MOST_LEVELS = 6;
const MOST_VALUES = 512;

let left = 0;

/** Tells what differs between two values, and answers how near they are to being the same. */
function nearEqual(taint, a, b) {
  left = MOST_VALUES;
  return ofValues(taint, a, b, 0);
}

function ofValues(taint, a, b, level) {
  left -= 1;
  if (objectIs(a, b)) return 1;
  if (!isPlainObject(a) || !isPlainObject(b)) {
    taint.unequal(a, b);
    ofKind(taint, a, b);
    ofKind(taint, b, a);
    return nearStrict(a, b, false);
  }
  if (level === MOST_LEVELS || arrayIsArray(a) !== arrayIsArray(b)) return MISS;
  if (arrayIsArray(a) && a.length !== b.length) taint.unequal(a.length, b.length);
  const keys = firstKeys(b, MOST_KEYS);
  const mine = firstKeys(a, MOST_KEYS);
  // Bytes and the units of a text: many, and nothing that a name could be told of.
  if (keys === null || mine === null) return MISS;
  let count = 0;
  let near = 0;
  for (let i = 0; i < keys.length && i < MOST_KEYS && left > 0; i += 1) {
    const one = objectGetOwnPropertyDescriptor(a, keys[i]);
    const other = objectGetOwnPropertyDescriptor(b, keys[i]);
    count += 1;
    if (one === undefined) taint.lacks(a, keys[i]);
    if (one !== undefined && objectHasOwn(one, "value") && objectHasOwn(other, "value")) {
      near += ofValues(taint, one.value, other.value, level + 1);
    }
  }
  // What only the one has counts, too.
  for (let i = 0; i < mine.length && i < MOST_KEYS; i += 1) {
    if (!objectHasOwn(b, mine[i])) {
      count += 1;
      taint.lacks(b, mine[i]);
    }
  }
  return count === 0 ? MISS : lift(near / count);
}

/** A text stands where a list or a record should. */
function ofKind(taint, text, wanted) {
  if (typeof text !== "string" || !isPlainObject(wanted) || typeof wanted === "function") return;
  if (arrayIsArray(wanted)) taint.noList(text);
  else {
    const keys = firstKeys(wanted, MOST_KEYS);
    for (let i = 0; keys !== null && i < keys.length && i < MOST_KEYS; i += 1) taint.lacks(text, keys[i]);
  }
}

module.exports = { nearEqual };

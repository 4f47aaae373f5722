"use strict";
// Own keys of objects in which a key was sought in vain. Listing costs what the object is big, whatever is then looked at:
// there is a budget for each test, and very large objects are listed once in their life.
const { WeakMap, weakMapGet, weakMapSet } = require("../intrinsics.js");
const { word } = require("../generated/layout.js");
const { LONGEST_LISTED, ownKeys } = require("./own_keys.js");

/** Keys listed in one epoch before misses become plain. */
const KEY_BUDGET = 200_000;
/** Objects with more keys are listed once in their life, not once in each test: a million keys take half a second. */
const MANY_KEYS = LONGEST_LISTED;
/** Keys kept of objects with more: behind these nothing is looked at. Such objects are listed once in a test. */
const MOST_KEPT = 256;

/**
 * Of objects with more keys than are kept: the first keys, how many there were, and in which test (-1: in any). What the program
 * changes after that is not seen.
 */
const listed = new WeakMap();

/** Answers `keysOf(object)`, over the header of the map: `{ keys, size }`, or null where they cannot or must not be listed. */
function createListedKeys({ header }) {
  let budget = KEY_BUDGET;
  let budgetOf = -1;

  return function keysOf(object) {
    const epoch = header[word.EPOCH];
    const known = weakMapGet(listed, object);
    if (known !== undefined && (known.epoch === -1 || known.epoch === epoch)) return known;
    if (epoch !== budgetOf) {
      budgetOf = epoch;
      budget = KEY_BUDGET;
    }
    if (budget <= 0) return null;
    const keys = ownKeys(object);
    if (keys === null) return null;
    budget -= keys.length + 1;
    const found = { keys, size: keys.length, epoch: keys.length > MANY_KEYS ? -1 : epoch };
    if (keys.length > MOST_KEPT) {
      keys.length = MOST_KEPT;
      weakMapSet(listed, object, found);
    }
    return found;
  };
}

module.exports = { createListedKeys, MANY_KEYS };

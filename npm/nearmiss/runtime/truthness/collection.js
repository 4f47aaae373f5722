"use strict";
// Paper 002 Equation 3: how near a key was to being in a collection that does not hold it.
const { string } = require("../intrinsics.js");
const { MISS, EMPTY_COLLECTION, NULLISH_KEY, aboveNullish } = require("./levels.js");
const { nearStrict } = require("./compare.js");
const { near, nearNumbers } = require("./near.js");
const { nearTexts, textDistance } = require("./text.js");

/** Elements or keys that are looked at. */
const MOST_ELEMENTS = 16;

/**
 * Equation 3 for a search by value (`Array.prototype.includes`, `Set.prototype.has`); `elements` holds
 * those that could be read without user code, `size` is the size of the collection.
 */
function nearElements(key, elements, size) {
  if (size === 0) return EMPTY_COLLECTION;
  if (key === null || key === undefined) return NULLISH_KEY;
  const looked = elements.length < MOST_ELEMENTS ? elements.length : MOST_ELEMENTS;
  if (typeof key === "string" && key.length > 1) return aboveNullish(nearestText(key, elements, looked));
  let best = MISS;
  for (let i = 0; i < looked; i += 1) {
    const value = nearStrict(key, elements[i], false);
    if (value > best) best = value;
  }
  return aboveNullish(best);
}

/** The same as `nearStrict` of each, but a text that cannot be the nearest is left as soon as that shows. */
function nearestText(key, elements, looked) {
  let least = Infinity;
  for (let i = 0; i < looked; i += 1) {
    const element = elements[i];
    if (typeof element !== "string") continue;
    const d = textDistance(key, element, least);
    if (d < least) least = d;
  }
  return least === Infinity ? MISS : near(least);
}

/** Equation 3 for a property read that found nothing, by the first keys: only strings and numbers have a gradient. */
function nearKeys(key, keys, size) {
  if (size === 0) return EMPTY_COLLECTION;
  if (key === null || key === undefined) return NULLISH_KEY;
  if (typeof key !== "string" && typeof key !== "number") return aboveNullish(MISS);
  const text = typeof key === "string" ? key : string(key);
  let best = MISS;
  for (let i = 0; i < keys.length && i < MOST_ELEMENTS; i += 1) {
    if (typeof keys[i] !== "string") continue;
    // The property is there and holds null or undefined: the key could not be nearer.
    const value = nearTexts(text, keys[i]);
    if (value > best) best = value;
  }
  return aboveNullish(best);
}

/** The same for an index into something with a length. */
function nearIndex(index, length) {
  if (length === 0) return EMPTY_COLLECTION;
  if (index !== index) return aboveNullish(MISS);
  return aboveNullish(nearNumbers(index, index < 0 ? 0 : length - 1));
}

module.exports = { MOST_ELEMENTS, nearElements, nearKeys, nearIndex };

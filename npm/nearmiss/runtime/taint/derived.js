"use strict";
// Values that the program made of tainted text and that no longer show the taint: a slice, a character, a number. They are
// remembered by value for one test: what such a value is compared with says what the text should have been.
const { Map, mapClear, mapGet, mapHas, mapSet, string, stringFromCodePoint } = require("../intrinsics.js");
const { fact, word } = require("../generated/layout.js");
const { isSayable } = require("./marker.js");
const { LIVE_DERIVED } = require("./live.js");

/** Derived values of one test; a program that takes its input apart character by character makes many. */
const MOST_DERIVED = 256;

/**
 * Remembers and looks up, over the header of the map, `report(kind, taint, text)` and `live` (`live.js`).
 *
 * A value is derived in one of these ways, `{ id, how, at }`:
 * - `part`: the text from the unit `at` on (negative: before the end), seen from the tainted part;
 * - `unit`: the code unit or point at `at`;
 * - `number`: the number that the text was read as;
 * - `date`: the part `at` of the date that the text was read as (`time` in milliseconds);
 * - `url`: the part `at` of the URL that the text was read as;
 * - `whole`: what was left of the text by a replacement that the wanted text may well survive.
 */
function createDerived({ header }, report, live) {
  const known = new Map();
  let count = 0;
  let epoch = -1;

  function remember(value, id, how, at) {
    if (header[word.EPOCH] !== epoch) {
      epoch = header[word.EPOCH];
      mapClear(known);
      count = 0;
    }
    if (count >= MOST_DERIVED) return;
    count += 1;
    live[0] |= LIVE_DERIVED;
    mapSet(known, value, { id, how, at });
  }

  /** `value` was not the `wanted` one: tells the text it was derived from. Answers whether there is one. */
  function unequal(value, wanted) {
    if (header[word.EPOCH] !== epoch) {
      live[0] &= ~LIVE_DERIVED;
      return false;
    }
    const origin = mapGet(known, value);
    if (origin === undefined) return false;
    const { id, how, at } = origin;
    if (how === "part") {
      if (typeof wanted === "string" && wanted !== "") report(fact.AT, id, `${at},${wanted}`);
    } else if (how === "unit") {
      if (isCodePoint(wanted)) report(fact.AT, id, `${at},${stringFromCodePoint(wanted)}`);
    } else if (how === "number") {
      reportNumber(report, id, wanted);
    } else if (how === "date") {
      if (typeof wanted === "number" && wanted === wanted) report(fact.DATE, id, `${at} ${wanted}`);
    } else if (how === "url") {
      if (typeof wanted === "string") report(fact.URL, id, `${at} ${wanted}`);
    } else if (typeof wanted === "string") report(fact.CONSTANT, id, wanted);
    return true;
  }

  /** `value` stood on one side of `bound`: what it was derived from is told the bound, and what is just beyond it. */
  function ordered(value, bound) {
    if (!unequal(value, bound)) return false;
    if (typeof value === "number" && typeof bound === "number" && mapGet(known, value).how !== "number") {
      unequal(value, value <= bound ? bound + 1 : bound - 1);
    }
    return true;
  }

  /** Whether one of these values was derived in this test. */
  function hasAny(a, b, c) {
    if (header[word.EPOCH] !== epoch) return false;
    return mapHas(known, a) || mapHas(known, b) || mapHas(known, c);
  }

  return { remember, unequal, ordered, hasAny };
}

/** A text that is read as a number should have been `wanted`, if that is one. A big one is all its digits. */
function reportNumber(report, id, wanted) {
  if (typeof wanted === "bigint") {
    if (isSayable(wanted)) report(fact.CONSTANT, id, string(wanted));
  } else if (typeof wanted === "number") report(fact.NUMBER, id, wanted === wanted ? string(wanted) : "");
}

function isCodePoint(value) {
  return typeof value === "number" && value >= 0 && value <= 0x10ffff && value % 1 === 0;
}

module.exports = { createDerived, reportNumber, MOST_DERIVED };

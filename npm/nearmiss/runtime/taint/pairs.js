"use strict";
// Values that met and differ, told as they are (input-to-state correspondence: Aschermann et al., REDQUEEN, NDSS 2019,
// section III): where an input holds the one, the core tries the other. It needs no taint: what the program has cut out of a
// text, or read it as, mostly still stands in it. Few of them in a test, and few of one place.
const { dateGetTime, isDate, Map, mapClear, mapGet, mapSet, string } = require("../intrinsics.js");
const { word, epoch, fact } = require("../generated/layout.js");
const { findTaint, isSayable, numberTaint } = require("./marker.js");
const { LIVE_PAIRS } = require("./live.js");
const { createParts } = require("./parts.js");

/** Pairs of one test, and of one place in it. */
const MOST_PAIRS = 48;
const MOST_OF_PLACE = 4;
/** The place of comparisons inside of calls: of lists, of records. */
const INSIDE = 0;
/** Longest text of a pair. */
const LONGEST = 200;

/**
 * How a value is told: `s` and a text, `n` and the digits of a number (of a date its time); "" for anything else, and for what is
 * tainted. (An expression is told as `w` or `p` and its source: for whole texts or for a part of them; what is equal to nothing
 * but itself as `k` and its name, of which a type is one: any value of it.)
 */
function told(value) {
  if (isDate(value)) return told(dateGetTime(value));
  if (typeof value === "string") return value.length > LONGEST || findTaint(value) !== null ? "" : `s${value}`;
  const isNumber = (typeof value === "number" && value - value === 0) || (typeof value === "bigint" && isSayable(value));
  return isNumber && numberTaint(value) < 0 ? `n${string(value)}` : "";
}

/** The same of what stands in no order. */
function toldAny(value) {
  const isNamed = value === null || value === undefined || typeof value === "boolean";
  return isNamed ? `k${string(value)}` : told(value);
}

/** `live` (`live.js`) says whether there is room for more. */
function createPairs({ header }, report, live) {
  const counts = new Map();
  const parts = createParts();
  let left = 0;
  let test = -1;

  /** A request comes in. */
  function began() {
    if (header[word.PAIRS] !== 1 || header[word.EPOCH_STATE] !== epoch.OPEN) {
      live[0] &= ~LIVE_PAIRS;
      return;
    }
    if (header[word.EPOCH] === test) return;
    test = header[word.EPOCH];
    mapClear(counts);
    parts.began();
    left = MOST_PAIRS;
    live[0] |= LIVE_PAIRS;
  }

  function note(kind, place, a, b) {
    const count = mapGet(counts, place) ?? 0;
    if (count >= (place === INSIDE ? MOST_PAIRS / 2 : MOST_OF_PLACE)) return;
    const one = kind === "=" ? toldAny(a) : told(a);
    if (one === "") return;
    const other = kind === "=" ? toldAny(b) : told(b);
    if (other === "") return;
    mapSet(counts, place, count + 1);
    tell(kind, one, other, place);
    if (typeof a === "number" && typeof b === "number") countedParts(kind, a, b);
  }

  /** `place`: the slot of the predicate's outcomes, so that the core knows whether both are covered. */
  function tell(kind, one, other, place = INSIDE) {
    if (left === 0) return;
    left -= 1;
    if (left === 0) live[0] &= ~LIVE_PAIRS;
    report(fact.PAIR, place, `${kind}${one.length},${one}${other}`);
  }

  /** Where one of two numbers may count the parts of a text: the text that it should be. */
  function countedParts(kind, a, b) {
    // Beyond a bound, where it is one.
    const beyond = kind === "=" ? 0 : a <= b ? 1 : -1;
    tellParts(parts.withCount(a, b + beyond));
    tellParts(parts.withCount(b, a - beyond));
  }

  function tellParts(found) {
    if (found === null) return;
    const one = told(found.text);
    const other = told(found.wanted);
    if (one !== "" && other !== "") tell("=", one, other);
  }

  /** A text did not match the expression `source()` of at least `length` units, which is for `whole()` texts or for a part. */
  function unmatched(text, whole, source, length) {
    const count = mapGet(counts, INSIDE) ?? 0;
    if (count >= MOST_PAIRS / 2 || length > LONGEST) return;
    const one = told(text);
    if (one === "") return;
    const expression = source();
    if (expression.length > LONGEST) return;
    mapSet(counts, INSIDE, count + 1);
    tell("=", one, `${whole() ? "w" : "p"}${expression}`);
  }

  /** A value should have been of this type. */
  function ofKind(value, type, place = INSIDE) {
    const count = mapGet(counts, place) ?? 0;
    if (count >= MOST_OF_PLACE) return;
    const one = toldAny(value);
    if (one === "") return;
    mapSet(counts, place, count + 1);
    tell("=", one, `k${type}`, place);
  }

  return {
    began,
    unmatched,
    ofKind,
    /** A text was split into these parts. */
    split: parts.split,
    /** Two values should be equal, or should not. */
    unequal: (a, b, place = INSIDE) => note("=", place, a, b),
    /** Two values stand in an order. */
    ordered: (a, b, place = INSIDE) => note("<", place, a, b),
  };
}

module.exports = { createPairs, MOST_PAIRS, MOST_OF_PLACE };

"use strict";
// How far a predicate was from its other outcome, in words.
const { arrayIsArray, charCodeAt, dateGetTime, isDate, number, string, stringToLowerCase } = require("../runtime/intrinsics.js");
const { textDistance } = require("../runtime/truthness/text.js");
const { firstKeys, isPlainObject, lengthOf } = require("../runtime/truthness/own_keys.js");
const { bounded, printed } = require("./printed.js");

/** Keys of an object that are named. */
const MOST_KEYS = 8;
/** Units of a key that is named. */
const LONGEST_KEY = 40;

/** What a value is, where what it holds does not matter. */
function kindOf(value) {
  if (value === null) return "null";
  if (value === undefined) return "undefined";
  if (typeof value === "object") return isPlainObject(value) && arrayIsArray(value) ? "a list" : "an object";
  return `a ${typeof value}`;
}

const isNothing = (value) => value === null || value === undefined;

/** Says that a side was null or undefined, if one was; else null. */
function nothingOn(a, b) {
  if (isNothing(a) && isNothing(b)) return null;
  if (isNothing(a)) return `the left side was ${kindOf(a)}`;
  return isNothing(b) ? `the right side was ${kindOf(b)}` : null;
}

/** A distance of numbers of any kind. */
function off(a, b) {
  if (typeof a === "bigint" && typeof b === "bigint") return `off by ${string(a < b ? b - a : a - b)}`;
  const left = number(a);
  const right = number(b);
  if (left !== left || right !== right) return left !== left && right !== right ? "both sides are NaN" : "one side is NaN";
  return `off by ${string(left < right ? right - left : left - right)}`;
}

/** How many units two different texts differ in, aligned at the left. */
function textsDiffer(a, b) {
  const longest = a.length > b.length ? a.length : b.length;
  const wrong = textDistance(a, b, Infinity) | 0;
  if (a.length === 0 || b.length === 0) return `one is empty, the other has ${longest} ${longest === 1 ? "character" : "characters"}`;
  if (stringToLowerCase(a) === stringToLowerCase(b)) return "they differ in case only";
  if (wrong >= longest) return longest === 1 ? `off by ${distanceOfUnits(a, b)} in the character` : `all ${longest} characters differ`;
  return `${wrong} of ${longest} characters ${wrong === 1 ? "differs" : "differ"}`;
}

function distanceOfUnits(a, b) {
  const d = charCodeAt(a, 0) - charCodeAt(b, 0);
  return d < 0 ? -d : d;
}

/** `==`, `!=`, `===`, `!==`; `equal`: whether they are. */
function ofEquality(a, b, equal, loose) {
  if (equal) return isNothing(a) || isNothing(b) ? `both are ${kindOf(a)}` : "both are the same";
  if (typeof a === "string" && typeof b === "string") return textsDiffer(a, b);
  if ((typeof a === "number" || typeof a === "bigint") && (typeof b === typeof a || loose)) return isNothing(b) ? nothingOn(a, b) : ofNumbers(a, b);
  const nothing = nothingOn(a, b);
  if (nothing !== null) return nothing;
  if (typeof a === "boolean" && typeof b === "boolean") return "the other boolean";
  if (typeof a !== typeof b) return `${kindOf(a)} and ${kindOf(b)}`;
  return typeof a === "object" || typeof a === "function" ? "not the same object" : "not equal";
}

function ofNumbers(a, b) {
  return typeof b === "object" || typeof b === "function" || typeof b === "symbol" ? `${kindOf(a)} and ${kindOf(b)}` : off(a, b);
}

/** `<`, `<=`, `>`, `>=`. */
function ofOrder(a, b) {
  if (typeof a === "string" && typeof b === "string") {
    if (a === b) return "both are equal";
    return a < b ? "the left text comes before the right one" : "the left text comes after the right one";
  }
  if (isDate(a) && isDate(b)) return `${off(dateGetTime(a), dateGetTime(b))} ms`;
  const nothing = nothingOn(a, b);
  if (nothing !== null) return nothing;
  const isReadable = (value) => typeof value !== "object" && typeof value !== "function" && typeof value !== "symbol";
  if (!isReadable(a) || !isReadable(b)) return `${kindOf(a)} and ${kindOf(b)}`;
  const same = typeof a === typeof b && a === b;
  return same ? "both are equal" : off(a, b);
}

/** A value that counts as true or false. */
function ofTruthiness(value) {
  if (typeof value === "number" && value !== 0 && value === value) return `was ${printed(value)}: off by ${string(value < 0 ? -value : value)} from 0`;
  if (typeof value === "string" && value !== "") return `was a text of ${value.length} ${value.length === 1 ? "character" : "characters"}`;
  if (value === "") return "was an empty text";
  return typeof value === "object" || typeof value === "function" ? `was ${kindOf(value)}` : `was ${printed(value)}`;
}

/** A key that was looked up in vain. */
function ofMissingKey(object, key) {
  if (isNothing(object)) return `looked up in ${kindOf(object)}`;
  if (isNothing(key)) return `the key was ${kindOf(key)}`;
  const length = lengthOf(object);
  if (typeof key === "number" && length >= 0) return `the index is outside of a length of ${length}`;
  const keys = typeof object === "object" || typeof object === "function" ? firstKeys(object, MOST_KEYS + 1) : null;
  if (keys === null) return "nothing is there";
  if (keys.length === 0) return "it has no keys";
  let all = "";
  for (let i = 0; i < keys.length && i < MOST_KEYS; i += 1) all += `${i > 0 ? ", " : ""}${bounded(keys[i], LONGEST_KEY)}`;
  return `its keys are ${all}${keys.length > MOST_KEYS ? ", ..." : ""}`;
}

module.exports = { ofEquality, ofOrder, ofTruthiness, ofMissingKey, textsDiffer, kindOf };

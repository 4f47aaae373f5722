"use strict";
// Heuristics of comparisons whose operands are anything. The outcome is given, never computed here, so
// that no operand is converted twice; only values that can be read without user code are looked at.
const { dateGetTime, isDate, number } = require("../intrinsics.js");
const { MISS } = require("./levels.js");
const { nearNumbers, nearMixed, NEAR_ONE } = require("./near.js");
const { nearTexts, nearInOrder } = require("./text.js");

/** The number an operator makes of a primitive; undefined when that cannot be known without user code. */
function numeric(value) {
  switch (typeof value) {
    case "number":
    case "bigint":
      return value;
    case "string":
    case "boolean":
    case "undefined":
      return number(value);
    case "object":
      return value === null ? 0 : undefined;
    default:
      return undefined;
  }
}

function nearNumerics(a, b) {
  if (a === undefined || b === undefined) return MISS;
  return typeof a === "number" && typeof b === "number" ? nearNumbers(a, b) : nearMixed(a, b);
}

function ordered(value) {
  return isDate(value) ? dateGetTime(value) : numeric(value);
}

/** How near `<`, `<=`, `>` or `>=` of these operands was to its other outcome. */
function nearOrdered(a, b) {
  if (typeof a === "string" && typeof b === "string") return nearInOrder(a, b);
  return nearNumerics(ordered(a), ordered(b));
}

/** How near `===` or `!==` was to its other outcome; `equal`: whether the operands are. */
function nearStrict(a, b, equal) {
  if (equal) return NEAR_ONE;
  if (typeof a !== typeof b) return MISS;
  switch (typeof a) {
    case "number":
      return nearNumbers(a, b);
    case "string":
      return nearTexts(a, b);
    case "bigint":
      return nearMixed(a, b);
    default:
      return MISS;
  }
}

/** How near `==` or `!=` was to its other outcome; `equal`: whether the operands are. */
function nearLoose(a, b, equal) {
  if (equal) return NEAR_ONE;
  if (typeof a === typeof b) return nearStrict(a, b, false);
  // Null and undefined equal nothing but each other, and an object is converted by its own code.
  if (a === null || b === null || a === undefined || b === undefined) return MISS;
  return nearNumerics(numeric(a), numeric(b));
}

module.exports = { nearOrdered, nearStrict, nearLoose };

"use strict";
// Assertions about a part of a value, which node:assert does not have in all versions of Node.

const { strict: assert } = require("node:assert");

/** Stands for a value that is there, whatever it is. */
const anything = { [Symbol("anything")]: (value) => value !== null && value !== undefined };
/** Stands for any text. */
const anyText = { [Symbol("any text")]: (value) => typeof value === "string" };
/** Stands for any number. */
const anyNumber = { [Symbol("any number")]: (value) => typeof value === "number" };
/** Stands for a text with this in it. */
const textWith = (part) => ({
  [Symbol(`text with ${part}`)]: (value) => typeof value === "string" && value.includes(part),
});

/** The question that such a stand-in asks. */
function question(expected) {
  const [symbol] = Object.getOwnPropertySymbols(expected);
  return symbol === undefined ? undefined : expected[symbol];
}

const isObject = (value) => typeof value === "object" && value !== null;

/**
 * Picks what of `actual` is compared with `expected`: in its place what stands for it, of objects the fields that are
 * asked for, or all of them.
 */
function comparedPart(actual, expected, all) {
  if (!isObject(expected)) return actual;
  const asks = question(expected);
  if (asks) return asks(actual) ? expected : actual;
  if (!isObject(actual) || Array.isArray(actual) !== Array.isArray(expected)) return actual;
  if (Array.isArray(actual)) {
    return actual.map((item, index) => (index in expected ? comparedPart(item, expected[index], all) : item));
  }
  const fields = Object.keys(actual).filter((name) => all || Object.hasOwn(expected, name));
  const part = (name) => (Object.hasOwn(expected, name) ? comparedPart(actual[name], expected[name], all) : actual[name]);
  return Object.fromEntries(fields.map((name) => [name, part(name)]));
}

/** Asserts that `actual` has the fields of `expected`, and maybe others; lists have the same length. */
function assertMatches(actual, expected) {
  assert.deepEqual(comparedPart(actual, expected, false), expected);
}

/** Asserts that `actual` is `expected`, but for what stands in it for values that are not known. */
function assertFits(actual, expected) {
  assert.deepEqual(comparedPart(actual, expected, true), expected);
}

module.exports = { anyNumber, anyText, anything, assertFits, assertMatches, textWith };

"use strict";
// Distances of strings, over UTF-16 units (lone surrogates are ordinary).
const { charCodeAt, stringSlice } = require("../intrinsics.js");
const { near } = require("./near.js");

/** Units looked at one by one; behind them only "equal or not" counts. */
const LONGEST_ALIGNED = 4096;
const UNITS = 65536;
/** Digits of the number that a string stands for in an ordering: 65,536 units and "ended". */
const BASE = 65537;
/** Common units after which an ordering's distance shrinks no further: 16 bits each, doubles have 1,074. */
const LONGEST_COMMON = 60;

/**
 * Distance of `a[from...]` to `b` aligned at the left, over `length` units of each: the number of wrong
 * units plus less than 1 for how far they are. Units that one of them does not have are wrong. From `most` on it
 * does not matter how far: Infinity.
 */
function alignedDistance(a, from, b, length, most) {
  let have = a.length - from;
  if (have > length) have = length;
  if (have < 0) have = 0;
  if (have > b.length) have = b.length;
  let wrong = length - have;
  if (wrong >= most) return Infinity;
  const looked = have > LONGEST_ALIGNED ? LONGEST_ALIGNED : have;
  let off = 0;
  for (let i = 0; i < looked; i += 1) {
    const d = charCodeAt(a, from + i) - charCodeAt(b, i);
    if (d !== 0) {
      wrong += 1;
      if (wrong >= most) return Infinity;
      off += d < 0 ? -d : d;
    }
  }
  if (looked < have && stringSlice(a, from + looked, from + have) !== stringSlice(b, looked, have)) {
    wrong += have - looked;
  }
  return wrong + off / (off + UNITS);
}

/** Left-aligned distance of two strings; the difference in length counts as wrong units. From `most` on: Infinity. */
function textDistance(a, b, most) {
  return alignedDistance(a, 0, b, a.length > b.length ? a.length : b.length, most);
}

/** Heuristic of a miss between two different strings. */
function nearTexts(a, b) {
  if (a.length === 1 && b.length === 1) {
    const d = charCodeAt(a, 0) - charCodeAt(b, 0);
    const off = d < 0 ? -d : d;
    return near(1 + off / (off + UNITS));
  }
  return near(textDistance(a, b, Infinity));
}

/** Distance of two strings in dictionary order: strings as fractions in base 65,537; 0 where the first units are all equal. */
function orderDistance(a, b) {
  const shorter = a.length < b.length ? a.length : b.length;
  let i = 0;
  let scale = 1;
  while (i < shorter && i < LONGEST_ALIGNED && charCodeAt(a, i) === charCodeAt(b, i)) {
    if (i < LONGEST_COMMON) scale /= BASE;
    i += 1;
  }
  let d = 0;
  for (let j = i; j < i + 3; j += 1) {
    d += (digit(a, j) - digit(b, j)) * scale;
    scale /= BASE;
  }
  return d < 0 ? -d : d;
}

function digit(text, i) {
  return i < text.length ? charCodeAt(text, i) + 1 : 0;
}

/** Heuristic of a miss of `<`, `<=`, `>`, `>=` between two strings. */
function nearInOrder(a, b) {
  if (a.length === 1 && b.length === 1) {
    const d = charCodeAt(a, 0) - charCodeAt(b, 0);
    return near(d < 0 ? -d : d);
  }
  return near(orderDistance(a, b));
}

module.exports = { alignedDistance, textDistance, nearTexts, orderDistance, nearInOrder };

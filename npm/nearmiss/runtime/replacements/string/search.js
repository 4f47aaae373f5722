"use strict";
// What the searches of strings share: conversion of their arguments and the nearest place of a part.
const { floor, number, string } = require("../../intrinsics.js");
const { MISS } = require("../../truthness/levels.js");
const { near } = require("../../truthness/near.js");
const { alignedDistance } = require("../../truthness/text.js");

/** Places tried for a part, and units compared at each. */
const MOST_PLACES = 256;
const LONGEST_PART = 256;

/** The string a search makes of its argument, or undefined where that would run user code. */
function partText(value) {
  if (typeof value === "string") return value;
  if (typeof value === "symbol" || (typeof value === "object" && value !== null) || typeof value === "function") {
    return undefined;
  }
  return string(value);
}

/** The integer a search makes of a position, or undefined where that would run user code. */
function position(value, absent) {
  if (value === undefined) return absent;
  if (typeof value === "bigint" || typeof value === "symbol" || typeof value === "function") return undefined;
  if (typeof value === "object" && value !== null) return undefined;
  const n = number(value);
  return n !== n ? 0 : n < 0 ? -floor(-n) : floor(n);
}

/** Brings a position into the string. */
function clamp(at, length) {
  return at < 0 ? 0 : at > length ? length : at;
}

/** How near `text` was to holding `part` at `from`. */
function nearAt(text, from, part) {
  return near(alignedDistance(text, from, part, part.length, Infinity));
}

/** How near `text` was to holding `part` at a place between `first` and `last`. */
function nearWithin(text, first, last, part) {
  if (part.length > LONGEST_PART) return nearAt(text, first, part);
  let end = last < text.length - 1 ? last : text.length - 1;
  if (end > first + MOST_PLACES) end = first + MOST_PLACES;
  let best = part.length;
  for (let i = first; i <= end; i += 1) {
    const d = alignedDistance(text, i, part, part.length, best);
    if (d < best) best = d;
  }
  return near(best);
}

module.exports = { partText, position, clamp, nearAt, nearWithin, MISS };

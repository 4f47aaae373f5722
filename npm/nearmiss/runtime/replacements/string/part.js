"use strict";
// Methods that take a part of a text: of tainted text the part is remembered with its place.
const { findTaint } = require("../../taint/marker.js");
const { position } = require("./search.js");

/**
 * A part of `self` from `start` on came as `result`. `how` is "part" or "unit"; `fromEnd`: the place is to be counted
 * from the end of the text, as the program counts.
 */
function partTaken({ derived }, self, start, result, how, fromEnd) {
  const taint = findTaint(self);
  if (taint === null) return;
  if (typeof result === "string" && (result === "" || findTaint(result) !== null)) return;
  if (fromEnd) {
    if (taint.suffix === "") derived.remember(result, taint.id, how, start - self.length);
  } else if (start >= taint.prefix.length) derived.remember(result, taint.id, how, start - taint.prefix.length);
}

/** A position that counts from the end when it is negative, or undefined. */
function relative(self, value) {
  const at = position(value, 0);
  if (at === undefined) return undefined;
  return at < 0 ? { start: self.length + at, fromEnd: true } : { start: at, fromEnd: false };
}

module.exports = { partTaken, relative };

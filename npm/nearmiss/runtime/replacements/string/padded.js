"use strict";
// A text that is padded: where the padded one is wanted, what is left without the padding will do as well.
const { floor, stringEndsWith, stringPadEnd, stringPadStart, stringSlice, stringStartsWith } = require("../../intrinsics.js");
const { findTaint } = require("../../taint/marker.js");

/** Longest padded text that is looked at. */
const LONGEST = 1024;

/** `self` became `result` by `padStart` or `padEnd`, which has these arguments. */
function paddedText({ marks }, result, self, length, fill, atStart) {
  const found = findTaint(self);
  if (found === null || !found.exact || typeof length !== "number" || !(length <= LONGEST)) return;
  if (fill !== undefined && typeof fill !== "string") return;
  const by = fill ?? " ";
  const pad = atStart ? stringPadStart : stringPadEnd;
  const units = floor(length);
  const added = result.length - self.length;
  const before = atStart ? stringSlice(result, 0, added) : "";
  const behind = atStart ? "" : stringSlice(result, self.length);
  // What is wanted of the tainted part, or, where the padding already differs, of the whole.
  marks.mark(found.id, (part, whole) => without(pad, part === undefined ? whole : before + part + behind, units, by, atStart), true);
}

/** The shortest text that is padded to `wanted`, or undefined where none is. */
function without(pad, wanted, length, fill, atStart) {
  if (wanted.length !== length || fill === "") return wanted.length >= length ? wanted : undefined;
  let text = wanted;
  while (text !== "" && (atStart ? stringStartsWith(text, fill) : stringEndsWith(text, fill))) {
    text = atStart ? stringSlice(text, fill.length) : stringSlice(text, 0, text.length - fill.length);
  }
  return pad(text, length, fill) === wanted ? text : wanted;
}

module.exports = { paddedText };

"use strict";
// A text in which something is replaced.
const { isRegExp, stringIndexOf, stringSlice } = require("../../intrinsics.js");
const { findTaint } = require("../../taint/marker.js");
const { matched, unmatched } = require("../regexp/unmatched.js");

/** A text of which replacing `to` makes `text` again: with `from` where `to` stands, or at the end of it if `to` is empty. */
function undo(text, from, to, all) {
  if (to === "") return text + from;
  let out = "";
  let rest = text;
  for (let at = stringIndexOf(rest, to); at >= 0; at = stringIndexOf(rest, to)) {
    out += stringSlice(rest, 0, at) + from;
    rest = stringSlice(rest, at + to.length);
    if (!all) break;
  }
  return out === "" ? undefined : out + rest;
}

/** `self` became `result` by `replace(from, to)`. */
function replacedText(taint, result, self, from, to, all) {
  // A `Symbol.replace` of the program's own has answered.
  if (typeof result !== "string") return;
  if (isRegExp(from)) {
    if (result === self) return void unmatched(taint, from, self);
    matched(taint, from, self);
    const found = findTaint(self);
    // What the expression takes away is not in what is wanted.
    if (found !== null && found.exact && findTaint(result) === null) taint.derived.remember(result, found.id, "whole", 0);
    return;
  }
  const found = findTaint(self);
  if (found === null || !found.exact || typeof from !== "string" || typeof to !== "string" || from === "") return;
  taint.marks.mark(found.id, (text) => undo(text, from, to, all));
}

module.exports = { replacedText };

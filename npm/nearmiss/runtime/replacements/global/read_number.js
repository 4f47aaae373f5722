"use strict";
// A text that is read as a number: a tainted one is told to be one, and what the number is compared with.
const { findTaint } = require("../../taint/marker.js");

function readNumber(taint, result, value) {
  if (typeof value !== "string") return;
  const found = findTaint(value);
  if (found === null || !found.exact) return;
  taint.unread(value);
  taint.derived.remember(result, found.id, "number", 0);
}

module.exports = { readNumber };

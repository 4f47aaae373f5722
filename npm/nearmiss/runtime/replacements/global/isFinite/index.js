"use strict";
// `isFinite` of what a text is read as.
const { MISS } = require("../../../truthness/levels.js");
const { isTrue } = require("../../outcomes.js");

const native = isFinite;

function create(taint) {
  function outcome(self, value) {
    if (typeof value === "string") taint.unread(value);
    return MISS;
  }
  return { native, found: isTrue, nearness: outcome, away: outcome };
}

module.exports = { receiver: "global", method: "isFinite", native, create };

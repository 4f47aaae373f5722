"use strict";
// `Array.prototype.findLastIndex`: its index, from the end that the callback accepts.
const { lastAway, nearestAnswer, watch } = require("../../predicate.js");
const { isIndex } = require("../../outcomes.js");

const native = Array.prototype.findLastIndex;

function create() {
  return { native, found: isIndex, nearness: nearestAnswer, away: lastAway, watch };
}

module.exports = { receiver: "array", method: "findLastIndex", native, create };

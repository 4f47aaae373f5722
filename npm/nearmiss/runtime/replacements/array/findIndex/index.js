"use strict";
// `Array.prototype.findIndex`: its index that the callback accepts.
const { lastAway, nearestAnswer, watch } = require("../../predicate.js");
const { isIndex } = require("../../outcomes.js");

const native = Array.prototype.findIndex;

function create() {
  return { native, found: isIndex, nearness: nearestAnswer, away: lastAway, watch };
}

module.exports = { receiver: "array", method: "findIndex", native, create };

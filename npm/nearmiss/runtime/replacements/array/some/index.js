"use strict";
// `Array.prototype.some`: whether there is one that the callback accepts.
const { lastAway, nearestAnswer, watch } = require("../../predicate.js");
const { isTrue } = require("../../outcomes.js");

const native = Array.prototype.some;

function create() {
  return { native, found: isTrue, nearness: nearestAnswer, away: lastAway, watch };
}

module.exports = { receiver: "array", method: "some", native, create };

"use strict";
// `Array.prototype.findIndex`: its index that the callback accepts.
const { lastAway, nearestAnswer, watch } = require("../../predicate.js");

const native = Array.prototype.findIndex;

function create() {
  return { native, found: (result, self, seen) => seen !== null && seen.yes, nearness: nearestAnswer, away: lastAway, watch };
}

module.exports = { receiver: "array", method: "findIndex", native, create };

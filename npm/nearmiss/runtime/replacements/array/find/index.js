"use strict";
// `Array.prototype.find`: the element that the callback accepts.
const { lastAway, nearestAnswer, watch } = require("../../predicate.js");

const native = Array.prototype.find;

function create() {
  return { native, found: (result, self, seen) => (seen === null ? result !== undefined : seen.yes), nearness: nearestAnswer, away: lastAway, watch };
}

module.exports = { receiver: "array", method: "find", native, create };

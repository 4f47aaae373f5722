"use strict";
// `Array.prototype.findLast`: the element, from the end that the callback accepts.
const { lastAway, nearestAnswer, watch } = require("../../predicate.js");

const native = Array.prototype.findLast;

function create() {
  return { native, found: (result, self, seen) => (seen === null ? result !== undefined : seen.yes), nearness: nearestAnswer, away: lastAway, watch };
}

module.exports = { receiver: "array", method: "findLast", native, create };

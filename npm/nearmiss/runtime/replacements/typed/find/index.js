"use strict";
// `find` of typed arrays: the element that the callback accepts.
const { lastAway, nearestAnswer, watch } = require("../../predicate.js");

const native = Object.getPrototypeOf(Uint8Array.prototype).find;

function create() {
  return { native, found: (result, self, seen) => (seen === null ? result !== undefined : seen.yes), nearness: nearestAnswer, away: lastAway, watch };
}

module.exports = { receiver: "typed", method: "find", native, create };

"use strict";
// `findIndex` of typed arrays: the index of the element that the callback accepts.
const { lastAway, nearestAnswer, watch } = require("../../predicate.js");

const native = Object.getPrototypeOf(Uint8Array.prototype).findIndex;

function create() {
  return { native, found: (result, self, seen) => seen !== null && seen.yes, nearness: nearestAnswer, away: lastAway, watch };
}

module.exports = { receiver: "typed", method: "findIndex", native, create };

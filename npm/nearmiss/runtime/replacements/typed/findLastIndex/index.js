"use strict";
// `findLastIndex` of typed arrays: the index of the last element that the callback accepts.
const { lastAway, nearestAnswer, watch } = require("../../predicate.js");
const { isIndex } = require("../../outcomes.js");

const native = Object.getPrototypeOf(Uint8Array.prototype).findLastIndex;

function create() {
  return { native, found: isIndex, nearness: nearestAnswer, away: lastAway, watch };
}

module.exports = { receiver: "typed", method: "findLastIndex", native, create };

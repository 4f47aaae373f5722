"use strict";
// `findIndex` of typed arrays: the index of the element that the callback accepts.
const { lastAway, nearestAnswer, watch } = require("../../predicate.js");
const { isIndex } = require("../../outcomes.js");

const native = Object.getPrototypeOf(Uint8Array.prototype).findIndex;

function create() {
  return { native, found: isIndex, nearness: nearestAnswer, away: lastAway, watch };
}

module.exports = { receiver: "typed", method: "findIndex", native, create };

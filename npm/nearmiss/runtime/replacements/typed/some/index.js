"use strict";
// `some` of typed arrays: whether there is an element that the callback accepts.
const { lastAway, nearestAnswer, watch } = require("../../predicate.js");
const { isTrue } = require("../../outcomes.js");

const native = Object.getPrototypeOf(Uint8Array.prototype).some;

function create() {
  return { native, found: isTrue, nearness: nearestAnswer, away: lastAway, watch };
}

module.exports = { receiver: "typed", method: "some", native, create };

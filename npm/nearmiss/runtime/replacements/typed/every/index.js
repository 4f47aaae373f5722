"use strict";
// `every` of typed arrays: the callback accepts all elements; paper 001 section 4.1, containsAll.
const { lastAway, share, watch } = require("../../predicate.js");
const { isTrue } = require("../../outcomes.js");

const native = Object.getPrototypeOf(Uint8Array.prototype).every;

function create() {
  return { native, found: isTrue, nearness: share, away: lastAway, watch };
}

module.exports = { receiver: "typed", method: "every", native, create };

"use strict";
// `Array.prototype.every`: the callback accepts all elements; paper 001 section 4.1, containsAll.
const { lastAway, share, watch } = require("../../predicate.js");
const { isTrue } = require("../../outcomes.js");

const native = Array.prototype.every;

function create() {
  return { native, found: isTrue, nearness: share, away: lastAway, watch };
}

module.exports = { receiver: "array", method: "every", native, create };

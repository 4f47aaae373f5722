"use strict";
// `RegExp.prototype.test`.
const { matched, unmatched } = require("../unmatched.js");
const { NEAR_ONE } = require("../../../truthness/near.js");
const { isTrue } = require("../../outcomes.js");

const native = RegExp.prototype.test;

function create(taint) {
  return { native, found: isTrue, nearness: (self, input) => unmatched(taint, self, input), away: (self, input) => matched(taint, self, input), unmoved: NEAR_ONE };
}

module.exports = { receiver: "regexp", method: "test", native, create };

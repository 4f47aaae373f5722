"use strict";
// `String.prototype.match` with a regular expression; of a text it makes one, which may be none.
const { matched, unmatched } = require("../../regexp/unmatched.js");
const { NEAR_ONE } = require("../../../truthness/near.js");
const { isNotNull } = require("../../outcomes.js");

const native = String.prototype.match;

function create(taint) {
  return { native, found: isNotNull, nearness: (self, expression) => unmatched(taint, expression, self), away: (self, expression) => matched(taint, expression, self), unmoved: NEAR_ONE };
}

module.exports = { receiver: "string", method: "match", native, create };

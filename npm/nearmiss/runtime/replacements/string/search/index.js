"use strict";
// `String.prototype.search` with a regular expression; of a text it makes one, which may be none.
const { matched, unmatched } = require("../../regexp/unmatched.js");
const { NEAR_ONE } = require("../../../truthness/near.js");
const { isIndex } = require("../../outcomes.js");

const native = String.prototype.search;

function create(taint) {
  return { native, found: isIndex, nearness: (self, expression) => unmatched(taint, expression, self), away: (self, expression) => matched(taint, expression, self), unmoved: NEAR_ONE };
}

module.exports = { receiver: "string", method: "search", native, create };

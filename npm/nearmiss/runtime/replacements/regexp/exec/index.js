"use strict";
// `RegExp.prototype.exec`.
const { matched, unmatched } = require("../unmatched.js");
const { NEAR_ONE } = require("../../../truthness/near.js");
const { isNotNull } = require("../../outcomes.js");

const native = RegExp.prototype.exec;

function create(taint) {
  return { native, found: isNotNull, nearness: (self, input) => unmatched(taint, self, input), away: (self, input) => matched(taint, self, input), unmoved: NEAR_ONE };
}

module.exports = { receiver: "regexp", method: "exec", native, create };

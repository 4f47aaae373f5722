"use strict";
// `String.prototype.match` with a regular expression; of a text it makes one, which may be none.
const { unmatched } = require("../../regexp/unmatched.js");
const { isNotNull } = require("../../outcomes.js");

const native = String.prototype.match;

function create(taint) {
  return { native, found: isNotNull, nearness: (self, expression) => unmatched(taint, expression, self) };
}

module.exports = { receiver: "string", method: "match", native, create };

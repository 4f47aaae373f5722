"use strict";
// `String.prototype.search` with a regular expression; of a text it makes one, which may be none.
const { unmatched } = require("../../regexp/unmatched.js");
const { isIndex } = require("../../outcomes.js");

const native = String.prototype.search;

function create(taint) {
  return { native, found: isIndex, nearness: (self, expression) => unmatched(taint, expression, self) };
}

module.exports = { receiver: "string", method: "search", native, create };

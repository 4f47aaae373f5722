"use strict";
// `RegExp.prototype.test`.
const { unmatched } = require("../unmatched.js");
const { isTrue } = require("../../outcomes.js");

const native = RegExp.prototype.test;

function create(taint) {
  return { native, found: isTrue, nearness: (self, input) => unmatched(taint, self, input) };
}

module.exports = { receiver: "regexp", method: "test", native, create };

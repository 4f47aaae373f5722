"use strict";
// `RegExp.prototype.exec`.
const { unmatched } = require("../unmatched.js");
const { isNotNull } = require("../../outcomes.js");

const native = RegExp.prototype.exec;

function create(taint) {
  return { native, found: isNotNull, nearness: (self, input) => unmatched(taint, self, input) };
}

module.exports = { receiver: "regexp", method: "exec", native, create };

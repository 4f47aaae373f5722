"use strict";
// `RegExp.prototype.exec`.
const { unmatched } = require("../unmatched.js");

const native = RegExp.prototype.exec;

function create(taint) {
  return { native, found: (result) => result !== null, nearness: (self, input) => unmatched(taint, self, input) };
}

module.exports = { receiver: "regexp", method: "exec", native, create };

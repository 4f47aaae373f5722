"use strict";
// `assert.equal`: it throws where the values differ.
const { builtin } = require("../../builtins.js");
const { nearEqual } = require("../unequal.js");

const native = builtin("node:assert", ["equal"]);

function create(taint) {
  return { transformed: () => {}, threw: (self, a, b) => nearEqual(taint, a, b), throws: true, captures: true };
}

module.exports = { receiver: "assert", method: "equal", native, create };

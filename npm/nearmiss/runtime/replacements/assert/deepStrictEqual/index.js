"use strict";
// `assert.deepStrictEqual`: it throws where the values differ.
const { builtin } = require("../../builtins.js");
const { nearEqual } = require("../unequal.js");

const native = builtin("node:assert", ["deepStrictEqual"]);

function create(taint) {
  return { transformed: () => {}, threw: (self, a, b) => nearEqual(taint, a, b), throws: true, captures: true };
}

module.exports = { receiver: "assert", method: "deepStrictEqual", native, create };

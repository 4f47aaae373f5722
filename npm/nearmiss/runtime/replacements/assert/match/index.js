"use strict";
// `assert.match`: it throws where the text does not match the expression.
const { MISS } = require("../../../truthness/levels.js");
const { builtin } = require("../../builtins.js");
const { unmatched } = require("../../regexp/unmatched.js");

const native = builtin("node:assert", ["match"]);

function create(taint) {
  const threw = (self, text, expression) => (typeof text === "string" ? unmatched(taint, expression, text) : MISS);
  return { transformed: () => {}, threw, throws: true, captures: true };
}

module.exports = { receiver: "assert", method: "match", native, create };

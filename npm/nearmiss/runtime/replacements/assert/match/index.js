"use strict";
// `assert.match`: it throws where the text does not match the expression.
const { MISS } = require("../../../truthness/levels.js");
const { unmatched } = require("../../regexp/unmatched.js");

function create(taint) {
  const threw = (self, text, expression) => (typeof text === "string" ? unmatched(taint, expression, text) : MISS);
  return { transformed: () => {}, threw, throws: true, captures: true };
}

module.exports = { receiver: "assert", method: "match", builtin: ["node:assert", ["match"]], create };

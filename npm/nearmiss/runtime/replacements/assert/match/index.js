"use strict";
// `assert.match`: it throws where the text does not match the expression.
const { unmatched } = require("../../regexp/unmatched.js");

function create(taint) {
  const threw = (self, text, expression) => void (typeof text === "string" && unmatched(taint, expression, text));
  return { transformed: () => {}, threw };
}

module.exports = { receiver: "assert", method: "match", builtin: ["node:assert", ["match"]], create };

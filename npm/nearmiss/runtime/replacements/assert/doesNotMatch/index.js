"use strict";
// `assert.doesNotMatch`: it throws where the text matches the expression.
const { MISS } = require("../../../truthness/levels.js");
const { NEAR_ONE } = require("../../../truthness/near.js");
const { builtin } = require("../../builtins.js");
const { unmatched } = require("../../regexp/unmatched.js");

const native = builtin("node:assert", ["doesNotMatch"]);

function create(taint) {
  const away = (self, text, expression) => (typeof text === "string" ? unmatched(taint, expression, text) : MISS);
  return { transformed: () => {}, threw: () => NEAR_ONE, away, throws: true, captures: true };
}

module.exports = { receiver: "assert", method: "doesNotMatch", native, create };

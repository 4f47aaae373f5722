"use strict";
// `assert.notEqual`: it throws where the values are equal.
const { NEAR_ONE } = require("../../../truthness/near.js");
const { builtin } = require("../../builtins.js");
const { nearEqual } = require("../unequal.js");

const native = builtin("node:assert", ["notEqual"]);

function create(taint) {
  return { transformed: () => {}, threw: () => NEAR_ONE, away: (self, a, b) => nearEqual(taint, a, b), throws: true, captures: true };
}

module.exports = { receiver: "assert", method: "notEqual", native, create };

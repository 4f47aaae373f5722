"use strict";
// `assert.notDeepStrictEqual`: it throws where the values are the same all through.
const { NEAR_ONE } = require("../../../truthness/near.js");
const { builtin } = require("../../builtins.js");
const { nearEqual } = require("../unequal.js");

const native = builtin("node:assert", ["notDeepStrictEqual"]);

function create(taint) {
  return { transformed: () => {}, threw: () => NEAR_ONE, away: (self, a, b) => nearEqual(taint, a, b), throws: true, captures: true };
}

module.exports = { receiver: "assert", method: "notDeepStrictEqual", native, create };

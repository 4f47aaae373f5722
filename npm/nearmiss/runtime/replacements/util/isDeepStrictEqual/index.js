"use strict";
// `util.isDeepStrictEqual`.
const { builtin } = require("../../builtins.js");
const { nearEqual } = require("../../assert/unequal.js");
const { isTrue } = require("../../outcomes.js");

const native = builtin("node:util", ["isDeepStrictEqual"]);

function create(taint) {
  return { found: isTrue, nearness: (self, a, b) => nearEqual(taint, a, b) };
}

module.exports = { receiver: "util", method: "isDeepStrictEqual", native, create };

"use strict";
// `util.isDeepStrictEqual`.
const { nearEqual } = require("../../assert/unequal.js");

function create(taint) {
  return { found: (result) => result, nearness: (self, a, b) => nearEqual(taint, a, b) };
}

module.exports = { receiver: "util", method: "isDeepStrictEqual", builtin: ["node:util", ["isDeepStrictEqual"]], create };

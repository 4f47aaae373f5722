"use strict";
// `util.isDeepStrictEqual`.
const { MISS } = require("../../../truthness/levels.js");
const { tellUnequal } = require("../../assert/unequal.js");

function create(taint) {
  function nearness(self, a, b) {
    tellUnequal(taint, a, b, 0);
    return MISS;
  }
  return { found: (result) => result, nearness };
}

module.exports = { receiver: "util", method: "isDeepStrictEqual", builtin: ["node:util", ["isDeepStrictEqual"]], create };

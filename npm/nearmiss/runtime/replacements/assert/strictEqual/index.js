"use strict";
// `assert.strictEqual`: it throws where the values differ.
const { tellUnequal } = require("../unequal.js");

function create(taint) {
  return { transformed: () => {}, threw: (self, a, b) => tellUnequal(taint, a, b, 0) };
}

module.exports = { receiver: "assert", method: "strictEqual", builtin: ["node:assert", ["strictEqual"]], create };

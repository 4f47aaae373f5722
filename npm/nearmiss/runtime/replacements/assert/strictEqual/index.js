"use strict";
// `assert.strictEqual`: it throws where the values differ.
const { nearEqual } = require("../unequal.js");

function create(taint) {
  return { transformed: () => {}, threw: (self, a, b) => nearEqual(taint, a, b), throws: true, captures: true };
}

module.exports = { receiver: "assert", method: "strictEqual", builtin: ["node:assert", ["strictEqual"]], create };

"use strict";
// `assert.equal`: it throws where the values differ.
const { nearEqual } = require("../unequal.js");

function create(taint) {
  return { transformed: () => {}, threw: (self, a, b) => nearEqual(taint, a, b), throws: true, captures: true };
}

module.exports = { receiver: "assert", method: "equal", builtin: ["node:assert", ["equal"]], create };

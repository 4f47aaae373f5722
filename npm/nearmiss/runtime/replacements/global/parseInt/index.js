"use strict";
// `parseInt`: a text becomes a number.
const { readNumber } = require("../read_number.js");

const native = parseInt;

function create(taint) {
  const transformed = (result, self, value) => readNumber(taint, result, value);
  return { native, transformed };
}

module.exports = { receiver: "global", method: "parseInt", native, create };

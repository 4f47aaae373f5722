"use strict";
// `Number`: a text becomes a number.
const { readNumber } = require("../read_number.js");

const native = Number;

function create(taint) {
  const transformed = (result, self, value) => readNumber(taint, result, value);
  return { native, transformed };
}

module.exports = { receiver: "global", method: "Number", native, create };

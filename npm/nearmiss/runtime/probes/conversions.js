"use strict";
// Probe of the operand of unary `+`: a tainted text is told to be a number, and what the number is compared with.
const { SHORTEST_TAINT } = require("../taint/marker.js");
const { readNumber } = require("../replacements/global/read_number.js");

function createConversionProbes(taint) {
  function v(value) {
    // The conversion of a text has no effects; of anything else the program's own `+` does it.
    if (typeof value === "string" && value.length >= SHORTEST_TAINT) readNumber(taint, +value, value);
    return value;
  }

  return { v };
}

module.exports = { createConversionProbes };

"use strict";
// Probes of the operands of unary `+` and of `typeof`: a tainted text is told to be a number, and what the number is
// compared with; or, by the comparison that follows, of which type a value should be.
const { LIVE_PAIRS } = require("../taint/live.js");
const { SHORTEST_TAINT } = require("../taint/marker.js");
const { readNumber } = require("../replacements/global/read_number.js");

function createConversionProbes(taint) {
  function v(value) {
    // The conversion of a text has no effects; of anything else the program's own `+` does it.
    if (typeof value === "string" && value.length >= SHORTEST_TAINT) readNumber(taint, +value, value);
    return value;
  }

  function z(value) {
    if ((taint.live[0] & LIVE_PAIRS) !== 0 || (typeof value === "string" && value.length >= SHORTEST_TAINT)) taint.typeAsked(value);
    return value;
  }

  return { v, z };
}

module.exports = { createConversionProbes };

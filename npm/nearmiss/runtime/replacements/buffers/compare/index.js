"use strict";
// `Buffer.compare`: equal or not, by the texts that they were made of.
const { builtin } = require("../../builtins.js");
const { nearBuffers } = require("../../buffer/nearest_buffer.js");
const { isZero } = require("../../outcomes.js");

const native = builtin("node:buffer", ["Buffer", "compare"]);

function create(taint) {
  return { found: isZero, nearness: (self, a, b) => nearBuffers(taint, a, b) };
}

module.exports = { receiver: "buffers", method: "compare", native, create };

"use strict";
// `crypto.timingSafeEqual`: two buffers, by the texts that they were made of.
const { builtin } = require("../../builtins.js");
const { nearBuffers } = require("../../buffer/nearest_buffer.js");
const { isTrue } = require("../../outcomes.js");

const native = builtin("node:crypto", ["timingSafeEqual"]);

function create(taint) {
  return { found: isTrue, nearness: (self, a, b) => nearBuffers(taint, a, b) };
}

module.exports = { receiver: "crypto", method: "timingSafeEqual", native, create };

"use strict";
// `Buffer.prototype.equals`: two buffers, by the texts that they were made of.
const { builtin } = require("../../builtins.js");
const { nearBuffers } = require("../nearest_buffer.js");
const { isTrue } = require("../../outcomes.js");

const native = builtin("node:buffer", ["Buffer", "prototype", "equals"]);

function create(taint) {
  return { found: isTrue, nearness: (self, other) => nearBuffers(taint, self, other) };
}

module.exports = { receiver: "buffer", method: "equals", native, create };

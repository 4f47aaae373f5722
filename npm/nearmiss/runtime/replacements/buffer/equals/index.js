"use strict";
// `Buffer.prototype.equals`: two buffers, by the texts that they were made of.
const { nearBuffers } = require("../nearest_buffer.js");

function create(taint) {
  return { found: (result) => result, nearness: (self, other) => nearBuffers(taint, self, other) };
}

module.exports = { receiver: "buffer", method: "equals", builtin: ["node:buffer", ["Buffer", "prototype", "equals"]], create };

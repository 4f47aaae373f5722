"use strict";
// `crypto.timingSafeEqual`: two buffers, by the texts that they were made of.
const { nearBuffers } = require("../../buffer/nearest_buffer.js");

function create(taint) {
  return { found: (result) => result, nearness: (self, a, b) => nearBuffers(taint, a, b) };
}

module.exports = {
  receiver: "crypto",
  method: "timingSafeEqual",
  builtin: ["node:crypto", ["timingSafeEqual"]],
  // Since Node 22 the function has no name.
  nameless: "NativeModule crypto",
  create,
};

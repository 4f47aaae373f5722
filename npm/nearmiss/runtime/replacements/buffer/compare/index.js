"use strict";
// `Buffer.prototype.compare`: equal or not, by the texts that they were made of.
const { MISS } = require("../../../truthness/levels.js");
const { builtin } = require("../../builtins.js");
const { nearBuffers } = require("../nearest_buffer.js");
const { isZero } = require("../../outcomes.js");

const native = builtin("node:buffer", ["Buffer", "prototype", "compare"]);

function create(taint) {
  // With a place to begin at it is a part that is compared.
  const nearness = (self, other, start) => (start === undefined ? nearBuffers(taint, self, other) : MISS);
  return { found: isZero, nearness };
}

module.exports = { receiver: "buffer", method: "compare", native, create };

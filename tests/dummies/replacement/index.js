"use strict";
// A replacement that only tests know, of a function whose name is tracked already: `Array.prototype.slice`, some element is left.
const { MISS } = require("../../../truthness/levels.js");

const native = Array.prototype.slice;

/** The further behind the end, the farther from an element. */
function nearness(self, from) {
  return typeof from === "number" && from >= self.length ? MISS + (1 - MISS) / (2 + from - self.length) : MISS;
}

module.exports = { receiver: "array", method: "slice", native, create: () => ({ native, found: (result) => result.length > 0, nearness }) };

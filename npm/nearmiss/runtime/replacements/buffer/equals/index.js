"use strict";
// `Buffer.prototype.equals`: two buffers, by the texts that they were made of.
const { MISS } = require("../../../truthness/levels.js");
const { nearTexts } = require("../../../truthness/text.js");
const { textOf } = require("../texts.js");

function create(taint) {
  function nearness(self, a) {
    const one = textOf(self);
    const other = textOf(a);
    if (one === undefined || other === undefined) return MISS;
    taint.unequal(one, other);
    return nearTexts(one, other);
  }
  return { found: (result) => result, nearness };
}

module.exports = { receiver: "buffer", method: "equals", builtin: ["node:buffer", ["Buffer", "prototype", "equals"]], create };

"use strict";
// `crypto.timingSafeEqual`: two buffers, by the texts that they were made of.
const { MISS } = require("../../../truthness/levels.js");
const { nearTexts } = require("../../../truthness/text.js");
const { textOf } = require("../../buffer/texts.js");

function create(taint) {
  function nearness(self, a, b) {
    const one = textOf(a);
    const other = textOf(b);
    if (one === undefined || other === undefined) return MISS;
    taint.unequal(one, other);
    return nearTexts(one, other);
  }
  return { found: (result) => result, nearness };
}

module.exports = { receiver: "crypto", method: "timingSafeEqual", builtin: ["node:crypto", ["timingSafeEqual"]], create };

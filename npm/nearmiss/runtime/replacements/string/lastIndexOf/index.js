"use strict";
// `String.prototype.lastIndexOf`: as `indexOf`, over the places up to the position.
const { number } = require("../../../intrinsics.js");
const { fact } = require("../../../generated/layout.js");
const { clamp, MISS, nearWithin, partText, position } = require("../search.js");
const { isIndex } = require("../../outcomes.js");

const native = String.prototype.lastIndexOf;

function create(taint) {
  function nearness(self, search, before) {
    const part = partText(search);
    const wanted = position(before, self.length);
    if (part === undefined || wanted === undefined) return MISS;
    taint.search(fact.CONTAINS, self, part);
    // NaN means "from the end" here, unlike in `indexOf`.
    const asNumber = number(before);
    const last = asNumber !== asNumber ? self.length : clamp(wanted, self.length);
    return nearWithin(self, 0, last, part);
  }
  return { native, found: isIndex, nearness };
}

module.exports = { receiver: "string", method: "lastIndexOf", native, create };

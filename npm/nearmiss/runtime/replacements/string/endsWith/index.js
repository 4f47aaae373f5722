"use strict";
// `String.prototype.endsWith`: the part aligned at the right, before the end position.
const { stringSlice } = require("../../../intrinsics.js");
const { fact } = require("../../../generated/layout.js");
const { near } = require("../../../truthness/near.js");
const { alignedDistance } = require("../../../truthness/text.js");
const { clamp, MISS, partText, position } = require("../search.js");
const { isTrue } = require("../../outcomes.js");

const native = String.prototype.endsWith;

function create(taint) {
  function nearness(self, search, before) {
    const part = partText(search);
    const last = position(before, self.length);
    if (part === undefined || last === undefined) return MISS;
    const end = clamp(last, self.length);
    taint.search(end < self.length ? fact.CONTAINS : fact.SUFFIX, self, part);
    const start = end - part.length;
    if (start >= 0) return near(alignedDistance(self, start, part, part.length, Infinity));
    // Too short: what is there is compared with the part's own end.
    const tail = stringSlice(part, -start);
    return near(-start + alignedDistance(self, 0, tail, tail.length, Infinity));
  }
  return { native, found: isTrue, nearness };
}

module.exports = { receiver: "string", method: "endsWith", native, create };

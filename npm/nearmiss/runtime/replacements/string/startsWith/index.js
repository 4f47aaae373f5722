"use strict";
// `String.prototype.startsWith`: the part aligned at the position.
const { fact } = require("../../../generated/layout.js");
const { clamp, MISS, nearAt, partText, position } = require("../search.js");
const { isTrue } = require("../../outcomes.js");

const native = String.prototype.startsWith;

function create(taint) {
  function nearness(self, search, from) {
    const part = partText(search);
    const first = position(from, 0);
    if (part === undefined || first === undefined) return MISS;
    taint.search(first > 0 ? fact.CONTAINS : fact.PREFIX, self, part);
    return nearAt(self, clamp(first, self.length), part);
  }
  return { native, found: isTrue, nearness };
}

module.exports = { receiver: "string", method: "startsWith", native, create };

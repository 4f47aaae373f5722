"use strict";
// `String.prototype.includes`: the part may be missing at every place; the nearest one counts.
const { fact } = require("../../../generated/layout.js");
const { clamp, MISS, nearWithin, partText, position } = require("../search.js");
const { isTrue } = require("../../outcomes.js");

const native = String.prototype.includes;

function create(taint) {
  function nearness(self, search, from) {
    const part = partText(search);
    const first = position(from, 0);
    if (part === undefined || first === undefined) return MISS;
    taint.search(fact.CONTAINS, self, part);
    return nearWithin(self, clamp(first, self.length), self.length, part);
  }
  return { native, found: isTrue, nearness };
}

module.exports = { receiver: "string", method: "includes", native, create };

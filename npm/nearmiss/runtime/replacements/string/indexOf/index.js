"use strict";
// `String.prototype.indexOf`: as `includes`; an index is the outcome "found".
const { fact } = require("../../../generated/layout.js");
const { clamp, MISS, nearWithin, partText, position } = require("../search.js");
const { isIndex } = require("../../outcomes.js");

const native = String.prototype.indexOf;

function create(taint) {
  function nearness(self, search, from) {
    const part = partText(search);
    const first = position(from, 0);
    if (part === undefined || first === undefined) return MISS;
    taint.search(fact.CONTAINS, self, part);
    return nearWithin(self, clamp(first, self.length), self.length, part);
  }
  return { native, found: isIndex, nearness };
}

module.exports = { receiver: "string", method: "indexOf", native, create };

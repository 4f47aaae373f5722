"use strict";
// `String.prototype.split`: the separator was found.
const { arrayIsArray, isProxy, isRegExp } = require("../../../intrinsics.js");
const { fact } = require("../../../generated/layout.js");
const { NEAR_ONE } = require("../../../truthness/near.js");
const { matched, unmatched } = require("../../regexp/unmatched.js");
const { MISS, nearWithin, partText } = require("../search.js");

const native = String.prototype.split;

/** What `Symbol.split` of the program's own answers may be anything. */
const found = (result) => !isProxy(result) && arrayIsArray(result) && result.length > 1;

function create(taint) {
  function nearness(self, separator) {
    if (isRegExp(separator)) return unmatched(taint, separator, self);
    const part = separator === undefined ? undefined : partText(separator);
    if (part === undefined) return MISS;
    taint.search(fact.CONTAINS, self, part);
    return nearWithin(self, 0, self.length, part);
  }
  /** There may have to be more of them: what is free of a tainted text is told, too. */
  function away(self, separator) {
    if (isRegExp(separator)) return matched(taint, separator, self);
    if (typeof separator === "string" && separator !== "") taint.search(fact.CONTAINS, self, separator, true);
    return NEAR_ONE;
  }
  return { native, found, nearness, away };
}

module.exports = { receiver: "string", method: "split", native, create };

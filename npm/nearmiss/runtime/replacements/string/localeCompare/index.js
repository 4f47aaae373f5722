"use strict";
// `String.prototype.localeCompare`: equal or not, by the texts as they are.
const { MISS } = require("../../../truthness/levels.js");
const { nearTexts } = require("../../../truthness/text.js");
const { partText } = require("../search.js");
const { isZero } = require("../../outcomes.js");

const native = String.prototype.localeCompare;

function create(taint) {
  function nearness(self, other) {
    const text = partText(other);
    if (text === undefined) return MISS;
    taint.unequal(self, text);
    return nearTexts(self, text);
  }
  return { native, found: isZero, nearness };
}

module.exports = { receiver: "string", method: "localeCompare", native, create };

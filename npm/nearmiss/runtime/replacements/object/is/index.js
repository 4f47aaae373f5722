"use strict";
// `Object.is`.
const { nearStrict } = require("../../../truthness/compare.js");
const { isTrue } = require("../../outcomes.js");

const native = Object.is;

function create(taint) {
  function nearness(self, a, b) {
    taint.unequal(a, b);
    return nearStrict(a, b, false);
  }
  return { native, found: isTrue, nearness };
}

module.exports = { receiver: "object", method: "is", native, create };

"use strict";
// `Array.isArray`: a text of the input may have to be a list.
const { MISS } = require("../../../truthness/levels.js");
const { isTrue } = require("../../outcomes.js");

const native = Array.isArray;

function create(taint) {
  function nearness(self, value) {
    taint.noList(value);
    return MISS;
  }
  return { native, found: isTrue, nearness };
}

module.exports = { receiver: "arrays", method: "isArray", native, create };

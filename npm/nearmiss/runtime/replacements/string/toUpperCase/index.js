"use strict";
// `String.prototype.toUpperCase`: the text may be in lower case.
const { stringToLowerCase } = require("../../../intrinsics.js");
const { findTaint } = require("../../../taint/marker.js");

const native = String.prototype.toUpperCase;

function create(taint) {
  function transformed(result, self) {
    const found = findTaint(self);
    if (found !== null && found.exact) taint.marks.mark(found.id, stringToLowerCase);
  }
  return { native, transformed, ofTaint: true };
}

module.exports = { receiver: "string", method: "toUpperCase", native, create };

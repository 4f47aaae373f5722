"use strict";
// `String.prototype.toLowerCase`: the text may have capitals.
const { stringToUpperCase } = require("../../../intrinsics.js");
const { findTaint } = require("../../../taint/marker.js");

const native = String.prototype.toLowerCase;

function create(taint) {
  function transformed(result, self) {
    const found = findTaint(self);
    if (found !== null && found.exact) taint.marks.mark(found.id, stringToUpperCase);
  }
  return { native, transformed, ofTaint: true };
}

module.exports = { receiver: "string", method: "toLowerCase", native, create };

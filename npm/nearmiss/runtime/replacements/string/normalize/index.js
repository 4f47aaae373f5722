"use strict";
// `String.prototype.normalize`: the text may be written in parts.
const { stringNormalize } = require("../../../intrinsics.js");
const { findTaint } = require("../../../taint/marker.js");

const native = String.prototype.normalize;

function create(taint) {
  function transformed(result, self) {
    const found = findTaint(self);
    if (found !== null && found.exact) taint.marks.mark(found.id, (text) => stringNormalize(text, "NFD"));
  }
  return { native, transformed, ofTaint: true };
}

module.exports = { receiver: "string", method: "normalize", native, create };

"use strict";
// `String.prototype.trim`: the text may have space round it.
const { findTaint } = require("../../../taint/marker.js");

const native = String.prototype.trim;

function create(taint) {
  function transformed(result, self) {
    const found = findTaint(self);
    if (found !== null && found.exact) taint.marks.mark(found.id, (text) => ` ${text} `);
  }
  return { native, transformed, ofTaint: true };
}

module.exports = { receiver: "string", method: "trim", native, create };

"use strict";
// `String.prototype.trimStart`: the text may have space before it.
const { findTaint } = require("../../../taint/marker.js");

const native = String.prototype.trimStart;

function create(taint) {
  function transformed(result, self) {
    const found = findTaint(self);
    if (found !== null && found.exact) taint.marks.mark(found.id, (text) => ` ${text}`);
  }
  return { native, transformed, ofTaint: true };
}

module.exports = { receiver: "string", method: "trimStart", native, create };

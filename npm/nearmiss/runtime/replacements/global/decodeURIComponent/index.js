"use strict";
// `decodeURIComponent`: what is wanted of the result is wanted of the text, encoded.
const { encodeURIComponent } = require("../../../intrinsics.js");
const { findTaint } = require("../../../taint/marker.js");

const native = decodeURIComponent;

function create(taint) {
  function encoded(text) {
    try {
      return encodeURIComponent(text);
    } catch {
      return undefined;
    }
  }
  function transformed(result, self, value) {
    const found = typeof value === "string" ? findTaint(value) : null;
    if (found !== null && found.exact) taint.marks.mark(found.id, encoded);
  }
  return { native, transformed, threw: () => {}, throws: true };
}

module.exports = { receiver: "global", method: "decodeURIComponent", native, create };

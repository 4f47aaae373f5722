"use strict";
// `encodeURIComponent`: what is wanted of the result is wanted of the text, decoded.
const { decodeURIComponent } = require("../../../intrinsics.js");
const { findTaint } = require("../../../taint/marker.js");

const native = encodeURIComponent;

function create(taint) {
  function decoded(text) {
    try {
      return decodeURIComponent(text);
    } catch {
      return undefined;
    }
  }
  function transformed(result, self, value) {
    const found = typeof value === "string" ? findTaint(value) : null;
    if (found !== null && found.exact) taint.marks.mark(found.id, decoded);
  }
  return { native, transformed };
}

module.exports = { receiver: "global", method: "encodeURIComponent", native, create };

"use strict";
// `String.prototype.slice`: a part of the text.
const { partTaken, relative } = require("../part.js");

const native = String.prototype.slice;

function create(taint) {
  function transformed(result, self, from) {
    const place = relative(self, from);
    if (place !== undefined) partTaken(taint, self, place.start, result, "part", place.fromEnd);
  }
  return { native, transformed, ofTaint: true };
}

module.exports = { receiver: "string", method: "slice", native, create };

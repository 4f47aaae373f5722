"use strict";
// `String.prototype.at`: one unit of the text.
const { partTaken, relative } = require("../part.js");

const native = String.prototype.at;

function create(taint) {
  function transformed(result, self, index) {
    const place = relative(self, index);
    if (place !== undefined) partTaken(taint, self, place.start, result, "part", place.fromEnd);
  }
  return { native, transformed, ofTaint: true };
}

module.exports = { receiver: "string", method: "at", native, create };

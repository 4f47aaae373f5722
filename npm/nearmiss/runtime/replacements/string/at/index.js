"use strict";
// `String.prototype.at`: one unit of the text.
const { findTaint } = require("../../../taint/marker.js");
const { partTaken, relative } = require("../part.js");

const native = String.prototype.at;

function create(taint) {
  function transformed(result, self, index) {
    if (findTaint(self) === null) return;
    const place = relative(self, index);
    if (place !== undefined) partTaken(taint, self, place.start, result, "part", place.fromEnd);
  }
  return { native, transformed };
}

module.exports = { receiver: "string", method: "at", native, create };

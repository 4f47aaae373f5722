"use strict";
// `String.prototype.substring`: a part of the text, whichever end comes first.
const { partTaken } = require("../part.js");
const { clamp, position } = require("../search.js");

const native = String.prototype.substring;

function create(taint) {
  function transformed(result, self, from, to) {
    const one = position(from, 0);
    const other = position(to, self.length);
    if (one === undefined || other === undefined) return;
    const start = clamp(one < other ? one : other, self.length);
    partTaken(taint, self, start, result, "part", false);
  }
  return { native, transformed, ofTaint: true };
}

module.exports = { receiver: "string", method: "substring", native, create };

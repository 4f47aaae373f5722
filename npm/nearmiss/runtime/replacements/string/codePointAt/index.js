"use strict";
// `String.prototype.codePointAt`: one unit of the text, as a number.
const { partTaken } = require("../part.js");
const { position } = require("../search.js");

const native = String.prototype.codePointAt;

function create(taint) {
  function transformed(result, self, index) {
    const at = position(index, 0);
    if (at !== undefined) partTaken(taint, self, at, result, "unit", false);
  }
  return { native, transformed, ofTaint: true };
}

module.exports = { receiver: "string", method: "codePointAt", native, create };

"use strict";
// `String.prototype.charAt`: one unit of the text.
const { partTaken } = require("../part.js");
const { position } = require("../search.js");

const native = String.prototype.charAt;

function create(taint) {
  function transformed(result, self, index) {
    const at = position(index, 0);
    if (at !== undefined) partTaken(taint, self, at, result, "part", false);
  }
  return { native, transformed, ofTaint: true };
}

module.exports = { receiver: "string", method: "charAt", native, create };

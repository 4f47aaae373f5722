"use strict";
// `String.prototype.charAt`: one unit of the text.
const { findTaint } = require("../../../taint/marker.js");
const { partTaken } = require("../part.js");
const { position } = require("../search.js");

const native = String.prototype.charAt;

function create(taint) {
  function transformed(result, self, index) {
    if (findTaint(self) === null) return;
    const at = position(index, 0);
    if (at !== undefined) partTaken(taint, self, at, result, "part", false);
  }
  return { native, transformed };
}

module.exports = { receiver: "string", method: "charAt", native, create };

"use strict";
// `String.prototype.padEnd`: the text may come without what it is padded by.
const { paddedText } = require("../padded.js");

const native = String.prototype.padEnd;

function create(taint) {
  const transformed = (result, self, length, fill) => paddedText(taint, result, self, length, fill, false);
  return { native, transformed, ofTaint: true };
}

module.exports = { receiver: "string", method: "padEnd", native, create };

"use strict";
// `String.prototype.padStart`: the text may come without what it is padded by.
const { paddedText } = require("../padded.js");

const native = String.prototype.padStart;

function create(taint) {
  const transformed = (result, self, length, fill) => paddedText(taint, result, self, length, fill, true);
  return { native, transformed, ofTaint: true };
}

module.exports = { receiver: "string", method: "padStart", native, create };

"use strict";
// `String.prototype.replaceAll` of a text by a text, or of what an expression matches.
const { replacedText } = require("../replaced.js");

const native = String.prototype.replaceAll;

function create(taint) {
  const transformed = (result, self, from, to) => replacedText(taint, result, self, from, to, true);
  return { native, transformed };
}

module.exports = { receiver: "string", method: "replaceAll", native, create };

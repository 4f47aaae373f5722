"use strict";
// `String.prototype.replace` of a text by a text, or of what an expression matches.
const { replacedText } = require("../replaced.js");

const native = String.prototype.replace;

function create(taint) {
  const transformed = (result, self, from, to) => replacedText(taint, result, self, from, to, false);
  return { native, transformed };
}

module.exports = { receiver: "string", method: "replace", native, create };

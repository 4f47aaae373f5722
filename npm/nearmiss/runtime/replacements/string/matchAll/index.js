"use strict";
// `String.prototype.matchAll`: what it finds is found while it is walked; a tainted text is told the expression.
const { unmatched } = require("../../regexp/unmatched.js");

const native = String.prototype.matchAll;

function create(taint) {
  function transformed(result, self, expression) {
    unmatched(taint, expression, self);
  }
  return { native, transformed };
}

module.exports = { receiver: "string", method: "matchAll", native, create };

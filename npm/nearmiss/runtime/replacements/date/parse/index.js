"use strict";
// `Date.parse`: the text is a date.

const native = Date.parse;

function create(taint) {
  function transformed(result, self, text) {
    if (result !== result && typeof text === "string") taint.undated(text);
  }
  return { native, transformed };
}

module.exports = { receiver: "date", method: "parse", native, create };

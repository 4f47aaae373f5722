"use strict";
// `Date.parse`: the text is a date.

const native = Date.parse;

function create(taint) {
  function transformed(result, self, text) {
    if (typeof text === "string") taint.dated(text, result, null);
  }
  return { native, transformed };
}

module.exports = { receiver: "date", method: "parse", native, create };

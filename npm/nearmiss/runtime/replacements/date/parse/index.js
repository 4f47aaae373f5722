"use strict";
// `Date.parse`: the text is a date. It throws where an object cannot be converted to a text.

const native = Date.parse;

function create(taint) {
  function transformed(result, self, text) {
    if (typeof text === "string") taint.dated(text, result, null);
  }
  return { native, transformed, threw: () => undefined, throws: true };
}

module.exports = { receiver: "date", method: "parse", native, create };

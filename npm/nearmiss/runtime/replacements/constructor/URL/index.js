"use strict";
// `new URL(text)`: the text is a URL, or it throws.
const native = typeof URL === "undefined" ? undefined : URL;

function create(taint) {
  function threw(self, text) {
    if (typeof text === "string") taint.unparsed(text);
  }
  function transformed(result, self, text) {
    if (typeof text === "string") taint.parsed(text, result);
  }
  return { native, transformed, threw, throws: true };
}

module.exports = { receiver: "constructor", method: "URL", native, create };

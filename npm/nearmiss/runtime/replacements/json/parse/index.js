"use strict";
// `JSON.parse`: the text is JSON; what is read of what it stands for is told.

const native = JSON.parse;

function create(taint) {
  const threw = (self, text) => void (typeof text === "string" && taint.encoded(text, "json"));
  const transformed = (result, self, text) => void (typeof text === "string" && taint.readJson(text, result));
  return { native, transformed, threw, throws: true };
}

module.exports = { receiver: "json", method: "parse", native, create };

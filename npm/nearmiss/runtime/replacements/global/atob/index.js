"use strict";
// `atob`: the text is Base64 of another.

const native = globalThis.atob;

function create(taint) {
  const told = (value) => void (typeof value === "string" && taint.encoded(value, "base64"));
  const threw = (self, value) => told(value);
  const transformed = () => {};
  return { native, transformed, threw, throws: true };
}

module.exports = { receiver: "global", method: "atob", native, create };

"use strict";
// `BigInt`: a text becomes an integer, or an error.

const native = BigInt;

function create(taint) {
  function threw(self, value) {
    if (typeof value === "string") taint.unread(value);
  }
  const transformed = () => {};
  return { native, transformed, threw, throws: true };
}

module.exports = { receiver: "global", method: "BigInt", native, create };

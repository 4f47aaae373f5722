"use strict";
// `new Date(text)`: the text is a date.
const { dateGetTime } = require("../../../intrinsics.js");

const native = Date;

function create(taint) {
  function transformed(result, self, text) {
    if (typeof text === "string") taint.dated(text, dateGetTime(result), result);
  }
  return { native, transformed };
}

module.exports = { receiver: "constructor", method: "Date", native, create };

"use strict";
// `new Date(text)`: the text is a date.
const { dateGetTime } = require("../../../intrinsics.js");

const native = Date;

function create(taint) {
  function transformed(result, self, text) {
    if (typeof text !== "string") return;
    const time = dateGetTime(result);
    if (time !== time) taint.undated(text);
  }
  return { native, transformed };
}

module.exports = { receiver: "constructor", method: "Date", native, create };

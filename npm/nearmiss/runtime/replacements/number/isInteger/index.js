"use strict";
// `Number.isInteger`: how far a number is from the integers round it.
const { nearInteger } = require("../near_integer.js");

const native = Number.isInteger;

function create() {
  return { native, found: (result) => result, nearness: (self, value) => nearInteger(value) };
}

module.exports = { receiver: "number", method: "isInteger", native, create };

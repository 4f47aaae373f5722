"use strict";
// `Object.hasOwn`.
const { nearestOwn } = require("../nearest_own.js");

const native = Object.hasOwn;

function create(taint) {
  return { native, found: (result) => result, nearness: (self, object, key) => nearestOwn(taint, object, key) };
}

module.exports = { receiver: "object", method: "hasOwn", native, create };

"use strict";
// `Object.hasOwn`.
const { nearestOwn } = require("../nearest_own.js");
const { isTrue } = require("../../outcomes.js");

const native = Object.hasOwn;

function create(taint) {
  return { native, found: isTrue, nearness: (self, object, key) => nearestOwn(taint, object, key) };
}

module.exports = { receiver: "object", method: "hasOwn", native, create };

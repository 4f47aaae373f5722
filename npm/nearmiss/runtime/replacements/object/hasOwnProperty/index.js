"use strict";
// `Object.prototype.hasOwnProperty`.
const { nearestOwn } = require("../nearest_own.js");
const { isTrue } = require("../../outcomes.js");

const native = Object.prototype.hasOwnProperty;

function create(taint) {
  return { native, found: isTrue, nearness: (self, key) => nearestOwn(taint, self, key) };
}

module.exports = { receiver: "object", method: "hasOwnProperty", native, create };

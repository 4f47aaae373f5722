"use strict";
// `Set.prototype.isDisjointFrom` (Node 22): they have nothing in common. What a program asks for mostly is that they have.
const { nearApart, nearCommon } = require("../shares.js");
const { isTrue } = require("../../outcomes.js");

const native = Set.prototype.isDisjointFrom;

function create(taint) {
  const away = (self, other) => nearCommon(taint, self, other);
  return { native, found: isTrue, nearness: nearApart, away };
}

module.exports = { receiver: "set", method: "isDisjointFrom", native, create };

"use strict";
// `Set.prototype.isSupersetOf` (Node 22): all of the other is in it.
const { nearWithin } = require("../shares.js");
const { isTrue } = require("../../outcomes.js");

const native = Set.prototype.isSupersetOf;

function create(taint) {
  return { native, found: isTrue, nearness: (self, other) => nearWithin(taint, other, self) };
}

module.exports = { receiver: "set", method: "isSupersetOf", native, create };

"use strict";
// `Set.prototype.isSubsetOf` (Node 22): all of it is in the other.
const { nearWithin } = require("../shares.js");
const { isTrue } = require("../../outcomes.js");

const native = Set.prototype.isSubsetOf;

function create(taint) {
  return { native, found: isTrue, nearness: (self, other) => nearWithin(taint, self, other) };
}

module.exports = { receiver: "set", method: "isSubsetOf", native, create };

"use strict";
// `Set.prototype.isSupersetOf` (Node 22): all of the other is in it.
const { nearWithin } = require("../shares.js");

const native = Set.prototype.isSupersetOf;

function create(taint) {
  return { native, found: (result) => result, nearness: (self, other) => nearWithin(taint, other, self) };
}

module.exports = { receiver: "set", method: "isSupersetOf", native, create };

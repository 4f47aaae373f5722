"use strict";
// `WeakSet.prototype.delete`: it was there. No two objects are nearer than others.
const { MISS } = require("../../../truthness/levels.js");
const { isTrue } = require("../../outcomes.js");

const native = WeakSet.prototype.delete;

function create() {
  return { native, found: isTrue, nearness: () => MISS, away: () => MISS };
}

module.exports = { receiver: "weakset", method: "delete", native, create };

"use strict";
// `WeakMap.prototype.delete`: it was there. No two objects are nearer than others.
const { MISS } = require("../../../truthness/levels.js");
const { isTrue } = require("../../outcomes.js");

const native = WeakMap.prototype.delete;

function create() {
  return { native, found: isTrue, nearness: () => MISS, away: () => MISS };
}

module.exports = { receiver: "weakmap", method: "delete", native, create };

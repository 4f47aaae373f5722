"use strict";
// `WeakMap.prototype.has`: it is there. No two objects are nearer than others.
const { MISS } = require("../../../truthness/levels.js");
const { isTrue } = require("../../outcomes.js");

const native = WeakMap.prototype.has;

function create() {
  return { native, found: isTrue, nearness: () => MISS, away: () => MISS };
}

module.exports = { receiver: "weakmap", method: "has", native, create };

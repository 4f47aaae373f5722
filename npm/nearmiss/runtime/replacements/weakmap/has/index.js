"use strict";
// `WeakMap.prototype.has`: it is there. No two objects are nearer than others.
const { MISS } = require("../../../truthness/levels.js");

const native = WeakMap.prototype.has;

function create() {
  return { native, found: (result) => result, nearness: () => MISS, away: () => MISS };
}

module.exports = { receiver: "weakmap", method: "has", native, create };

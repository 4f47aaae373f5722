"use strict";
// `WeakSet.prototype.has`: it is there. No two objects are nearer than others.
const { MISS } = require("../../../truthness/levels.js");

const native = WeakSet.prototype.has;

function create() {
  return { native, found: (result) => result, nearness: () => MISS, away: () => MISS };
}

module.exports = { receiver: "weakset", method: "has", native, create };

"use strict";
// `WeakMap.prototype.get`: something was there. No two objects are nearer than others.
const { MISS } = require("../../../truthness/levels.js");
const { isDefined } = require("../../outcomes.js");

const native = WeakMap.prototype.get;

function create() {
  return { native, found: isDefined, nearness: () => MISS, away: () => MISS };
}

module.exports = { receiver: "weakmap", method: "get", native, create };

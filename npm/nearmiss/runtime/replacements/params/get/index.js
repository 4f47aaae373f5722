"use strict";
// `URLSearchParams.prototype.get`: it has such an entry; paper 002 Equation 3.
const { paramsPrototype } = require("../../../intrinsics.js");
const { nearestName } = require("../nearest_name.js");
const { isNotNull } = require("../../outcomes.js");

const native = paramsPrototype.get;

function create(taint) {
  const nearness = (self, name) => nearestName(taint, self, name);
  return { native, found: isNotNull, nearness };
}

module.exports = { receiver: "params", method: "get", native, create };

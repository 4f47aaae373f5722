"use strict";
// `URLSearchParams.prototype.has`: it has such an entry; paper 002 Equation 3.
const { paramsPrototype } = require("../../../intrinsics.js");
const { nearestName } = require("../nearest_name.js");
const { isTrue } = require("../../outcomes.js");

const native = paramsPrototype.has;

function create(taint) {
  const nearness = (self, name) => nearestName(taint, self, name);
  return { native, found: isTrue, nearness };
}

module.exports = { receiver: "params", method: "has", native, create };

"use strict";
// `URLSearchParams.prototype.delete`: what it answers does not tell whether there was such an entry.
const { paramsPrototype } = require("../../../intrinsics.js");
const { nearestName } = require("../nearest_name.js");

const native = paramsPrototype.delete;

function create(taint) {
  const transformed = (result, self, name) => void (taint.isTelling(name) && nearestName(taint, self, name));
  return { native, transformed };
}

module.exports = { receiver: "params", method: "delete", native, create };

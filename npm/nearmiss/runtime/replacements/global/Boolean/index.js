"use strict";
// `Boolean`: the truthiness of a value.
const { nearOther } = require("../../../truthness/truthiness.js");
const { isTrue } = require("../../outcomes.js");

const native = Boolean;

function create() {
  const other = (self, value) => nearOther(value);
  return { native, found: isTrue, nearness: other, away: other };
}

module.exports = { receiver: "global", method: "Boolean", native, create };

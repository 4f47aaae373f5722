"use strict";
// `Headers.prototype.get`: there is such a header; paper 002 Equation 3.
const { nearestHeader } = require("../nearest_header.js");
const { isNotNull } = require("../../outcomes.js");

function create(taint) {
  return { found: isNotNull, nearness: (self, name) => nearestHeader(taint, self, name) };
}

module.exports = { receiver: "headers", method: "get", web: "Headers", create };

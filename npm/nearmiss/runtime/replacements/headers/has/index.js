"use strict";
// `Headers.prototype.has`: there is such a header; paper 002 Equation 3.
const { nearestHeader } = require("../nearest_header.js");
const { isTrue } = require("../../outcomes.js");

function create(taint) {
  return { found: isTrue, nearness: (self, name) => nearestHeader(taint, self, name) };
}

module.exports = { receiver: "headers", method: "has", web: "Headers", create };

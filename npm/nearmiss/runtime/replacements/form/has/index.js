"use strict";
// `FormData.prototype.has`: there is such a field; paper 002 Equation 3.
const { nearestField } = require("../nearest_field.js");
const { isTrue } = require("../../outcomes.js");

function create(taint) {
  return { found: isTrue, nearness: (self, name) => nearestField(taint, self, name) };
}

module.exports = { receiver: "form", method: "has", web: "FormData", create };

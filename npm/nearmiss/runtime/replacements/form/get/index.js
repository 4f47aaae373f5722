"use strict";
// `FormData.prototype.get`: there is such a field; paper 002 Equation 3.
const { nearestField } = require("../nearest_field.js");
const { isNotNull } = require("../../outcomes.js");

function create(taint) {
  return { found: isNotNull, nearness: (self, name) => nearestField(taint, self, name) };
}

module.exports = { receiver: "form", method: "get", web: "FormData", create };

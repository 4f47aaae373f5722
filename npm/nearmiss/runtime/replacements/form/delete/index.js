"use strict";
// `FormData.prototype.delete`: what it answers does not tell whether there was such a field.
const { nearestField } = require("../nearest_field.js");

function create(taint) {
  const transformed = (result, self, name) => void (taint.isTelling(name) && nearestField(taint, self, name));
  return { transformed };
}

module.exports = { receiver: "form", method: "delete", web: "FormData", create };

"use strict";
// `Headers.prototype.delete`: what it answers does not tell whether there was such a header.
const { nearestHeader } = require("../nearest_header.js");

function create(taint) {
  const transformed = (result, self, name) => void (taint.isTelling(name) && nearestHeader(taint, self, name));
  return { transformed };
}

module.exports = { receiver: "headers", method: "delete", web: "Headers", create };

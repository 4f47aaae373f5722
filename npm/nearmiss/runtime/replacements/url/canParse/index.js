"use strict";
// `URL.canParse`.
const { MISS } = require("../../../truthness/levels.js");
const { isTrue } = require("../../outcomes.js");

const native = typeof URL === "undefined" ? undefined : URL.canParse;

function create(taint) {
  function nearness(self, text) {
    if (typeof text === "string") taint.unparsed(text);
    return MISS;
  }
  return { native, found: isTrue, nearness };
}

module.exports = { receiver: "url", method: "canParse", native, create };

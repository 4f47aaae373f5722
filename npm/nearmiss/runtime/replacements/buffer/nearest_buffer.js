"use strict";
// How near two buffers were to being equal, by the texts that they were made of.
const { MISS } = require("../../truthness/levels.js");
const { nearTexts } = require("../../truthness/text.js");
const { textOf } = require("./texts.js");

function nearBuffers(taint, a, b) {
  const one = textOf(a);
  const other = textOf(b);
  if (one === undefined || other === undefined) return MISS;
  taint.unequal(one, other);
  return nearTexts(one, other);
}

module.exports = { nearBuffers };

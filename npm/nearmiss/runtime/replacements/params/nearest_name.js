"use strict";
// How near a name was to one of a URLSearchParams: paper 002 Equation 3.
const { uncurry } = require("../../intrinsics.js");
const { nearKeys } = require("../../truthness/collection.js");
const { MISS } = require("../../truthness/levels.js");
const { MOST_RANKED } = require("../../taint/index.js");

const keysOf = uncurry(URLSearchParams.prototype.keys);
const nextOf = uncurry(new URLSearchParams().keys().next);

function nearestName(taint, params, name) {
  if (typeof name !== "string") return MISS;
  const names = [];
  const keys = keysOf(params);
  for (let step = nextOf(keys); !step.done && names.length < MOST_RANKED; step = nextOf(keys)) names[names.length] = step.value;
  taint.lookup(name, names);
  return nearKeys(name, names, names.length);
}

module.exports = { nearestName };

"use strict";
// How near a name was to one of a URLSearchParams: paper 002 Equation 3.
const { paramsIteratorNext, paramsKeys } = require("../../intrinsics.js");
const { nearKeys } = require("../../truthness/collection.js");
const { MISS } = require("../../truthness/levels.js");
const { MOST_RANKED } = require("../../taint/index.js");

function nearestName(taint, params, name) {
  if (typeof name !== "string") return MISS;
  const names = [];
  const keys = paramsKeys(params);
  for (let step = paramsIteratorNext(keys); !step.done && names.length < MOST_RANKED; step = paramsIteratorNext(keys)) names[names.length] = step.value;
  taint.lookup(name, names);
  return nearKeys(name, names, names.length);
}

module.exports = { nearestName };

"use strict";
// The list of arguments of `apply`: read once, as the native reads it.
const { arrayIsArray, isProxy, reflectApply } = require("../../intrinsics.js");

function Arguments() {
  const list = [];
  for (let i = 0; i < arguments.length; i += 1) list[i] = arguments[i];
  return list;
}

/** The arguments in `list`, or null where reading it is better left to the native: its errors, and code of the program. */
function argumentsIn(list) {
  if (list === undefined || list === null) return [];
  // In this order: a look into a revoked proxy throws.
  return !isProxy(list) && arrayIsArray(list) ? reflectApply(Arguments, undefined, list) : null;
}

module.exports = { argumentsIn };

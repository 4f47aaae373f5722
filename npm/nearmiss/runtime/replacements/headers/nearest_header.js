"use strict";
// How near a name was to one of a Headers: paper 002 Equation 3. Their names are in lower case. What holds them is private, so
// they are asked of the class itself: only in its own kind, and only while that runs no code of the program (`untouched.js`).
const { functionToString, objectGetOwnPropertyDescriptor, objectGetPrototypeOf, reflectApply, stringIndexOf, stringToLowerCase } =
  require("../../intrinsics.js");
const { nearKeys } = require("../../truthness/collection.js");
const { MISS } = require("../../truthness/levels.js");
const { MOST_RANKED } = require("../../taint/index.js");
const { webClass, webMethod } = require("../builtins.js");
const { isUntouched } = require("./untouched.js");

/** In the text of what gives the next name: one that the program has put there has it not. */
const OF_PRIVATE = "#target in this";

let prototype;
let keys;
let next;

/** What lists the names, once there is a class that has names. */
function isFound() {
  if (next !== undefined) return true;
  keys = webMethod("Headers", "keys");
  if (keys === undefined) return false;
  prototype = webClass("Headers").prototype;
  const found = objectGetOwnPropertyDescriptor(objectGetPrototypeOf(reflectApply(keys, new (webClass("Headers"))(), [])), "next")?.value;
  if (typeof found === "function" && stringIndexOf(functionToString(found), OF_PRIVATE) >= 0) next = found;
  return next !== undefined;
}

function nearestHeader(taint, headers, name) {
  if (typeof name !== "string" || !isUntouched() || !isFound() || objectGetPrototypeOf(headers) !== prototype) return MISS;
  const names = [];
  const listed = reflectApply(keys, headers, []);
  for (let step = reflectApply(next, listed, []); !step.done && names.length < MOST_RANKED; step = reflectApply(next, listed, [])) {
    names[names.length] = step.value;
  }
  const sought = stringToLowerCase(name);
  taint.lookup(sought, names);
  return nearKeys(sought, names, names.length);
}

module.exports = { nearestHeader };

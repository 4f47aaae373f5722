"use strict";
// Which receivers the replacements of a folder apply to: values whose insides can be read without running user code.
const { arrayIsArray, isMap, isProxy, isRegExp, isSet } = require("../intrinsics.js");
const { isPlainObject } = require("../truthness/own_keys.js");

const accepts = Object.freeze({
  array: (value) => arrayIsArray(value) && !isProxy(value),
  map: isMap,
  // Functions of constructors: what they are called on decides nothing.
  number: () => true,
  object: (value) => isPlainObject(value),
  regexp: isRegExp,
  set: isSet,
  string: (value) => typeof value === "string",
});

module.exports = { accepts };

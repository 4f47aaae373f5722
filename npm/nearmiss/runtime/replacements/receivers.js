"use strict";
// Which receivers the replacements of a folder apply to: values whose insides can be read without running user code.
const { arrayIsArray, isMap, isProxy, isRegExp, isSet, isTypedArray } = require("../intrinsics.js");
const { isPlainObject } = require("../truthness/own_keys.js");

const accepts = Object.freeze({
  // In this order: a look into a revoked proxy throws.
  array: (value) => !isProxy(value) && arrayIsArray(value),
  map: isMap,
  // Functions: what they are called on decides nothing.
  arrays: () => true,
  assert: () => true,
  constructor: () => true,
  buffers: () => true,
  crypto: () => true,
  util: () => true,
  date: () => true,
  function: (value) => typeof value === "function",
  global: () => true,
  json: () => true,
  number: () => true,
  url: () => true,
  // Looked into only after the method itself has taken it for one of its own.
  buffer: () => true,
  form: () => true,
  headers: () => true,
  params: () => true,
  reflect: () => true,
  object: (value) => isPlainObject(value),
  regexp: isRegExp,
  set: isSet,
  typed: isTypedArray,
  // Never looked into: nobody can.
  weakmap: () => true,
  weakset: () => true,
  string: (value) => typeof value === "string",
});

module.exports = { accepts };

"use strict";
// Errors that the engine throws while a probe applies the program's own operator carry the probe as
// their top frame; the program without us would not. Only for errors that no user code can have made.
const {
  captureStackTrace,
  functionToString,
  isNativeError,
  isProxy,
  objectGetOwnPropertyDescriptor,
  objectGetPrototypeOf,
  stringStartsWith,
} = require("./intrinsics.js");
const { isConstructor } = require("./constructors.js");

/** Takes `probe` and what is above it off the stack of `error`; returns `error`. */
function withoutFrame(error, probe) {
  if (isNativeError(error)) captureStackTrace(error, probe);
  return error;
}

/** True for a value that no operator can make run user code. */
function isPrimitive(value) {
  return value === null || (typeof value !== "object" && typeof value !== "function");
}

/** True when looking `key` up in `value` runs no user code and finds nothing of the user's. */
function lacksProperty(value, key) {
  for (let object = value; object !== null; object = objectGetPrototypeOf(object)) {
    if (isProxy(object)) return false;
    if (objectGetOwnPropertyDescriptor(object, key) !== undefined) return false;
  }
  return true;
}

/** The error of a binary operator on `a` and `b`, without the frame of `probe` where that is safe. */
function operatorError(error, probe, a, b) {
  return isPrimitive(a) && isPrimitive(b) ? withoutFrame(error, probe) : error;
}

/** Whether a function is a class. Texts of arrows and methods may begin alike (`classes => ...`), but have no `new`. */
function isClass(f) {
  return !isProxy(f) && stringStartsWith(functionToString(f), "class") && isConstructor(f);
}

/** The error of calling `callee`: a class refuses to be called before any code of it runs. */
function callError(error, probe, callee) {
  return isClass(callee) ? withoutFrame(error, probe) : error;
}

module.exports = { withoutFrame, isPrimitive, lacksProperty, operatorError, callError };

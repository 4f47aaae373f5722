"use strict";
// Errors that the engine throws while a probe applies the program's own operator carry the probe as
// their top frame; the program without us would not. Only for errors that no user code can have made.
const {
  captureStackTrace,
  functionToString,
  isNativeError,
  isProxy,
  objectDefineProperty,
  objectGetOwnPropertyDescriptor,
  objectGetPrototypeOf,
  objectSetPrototypeOf,
  stringIndexOf,
  stringSlice,
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

/** How a frame begins in the text of a stack. */
const FRAME = "\n    at ";

/** Takes frames of `file` off the top of the text that the stack of `error` is already; returns `error`. */
function withoutFramesOf(error, file) {
  const stack = isNativeError(error) ? objectGetOwnPropertyDescriptor(error, "stack") : undefined;
  if (stack === undefined || typeof stack.value !== "string" || !stack.configurable) return error;
  const text = stack.value;
  const first = stringIndexOf(text, FRAME);
  let end = first;
  while (end >= 0 && end < text.length) {
    const next = stringIndexOf(text, FRAME, end + 1);
    const after = next < 0 ? text.length : next;
    if (stringIndexOf(stringSlice(text, end, after), file) < 0) break;
    end = after;
  }
  if (end === first) return error;
  stack.value = stringSlice(text, 0, first) + stringSlice(text, end);
  objectDefineProperty(error, "stack", objectSetPrototypeOf(stack, null));
  return error;
}

module.exports = { withoutFrame, withoutFramesOf, isClass, isPrimitive, lacksProperty, operatorError, callError };

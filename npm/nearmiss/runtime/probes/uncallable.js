"use strict";
// Calls through `call`, `apply` and `Reflect.apply` that end at something that is no function. V8 names what the caller called,
// and the caller is a probe.
const { arrayIsArray, isNativeError, isProxy, objectGetOwnPropertyDescriptor, reflectApply } = require("../intrinsics.js");

const { apply: functionApply, call: functionCall } = Function.prototype;

/** What V8 says of the call in a probe. */
const OF_PROBE = "reflectApply is not a function";
/** Calls through one another that are followed. */
const MOST_THROUGH = 8;

const dataOf = (object, key) => objectGetOwnPropertyDescriptor(object, key)?.value;

/** What is called where the program's list of arguments would have to be read again. */
const UNKNOWN = Object.freeze({});
const argumentOf = (args, at) => (args === null ? UNKNOWN : dataOf(args, at));

/** A list whose items can be read without running code, or null. */
function readable(list) {
  if (list === undefined || list === null) return [];
  // In this order: a look into a revoked proxy throws.
  return !isProxy(list) && arrayIsArray(list) ? list : null;
}

/** Whether a call of `f` on `o` with `args` comes to what cannot be called. */
function endsAtNothing(f, o, args) {
  let at = 0;
  for (let i = 0; i < MOST_THROUGH; i += 1) {
    const isReflect = f === reflectApply;
    if (isReflect) {
      f = argumentOf(args, at);
      o = argumentOf(args, at + 1);
      at += 1;
    } else if (f === functionCall || f === functionApply) {
      const called = f;
      f = o;
      o = argumentOf(args, at);
      if (called === functionCall) {
        at += 1;
        if (typeof f !== "function") return f !== UNKNOWN;
        continue;
      }
    } else return false;
    // `Reflect.apply` has words of its own for that.
    if (typeof f !== "function") return !isReflect && f !== UNKNOWN;
    const list = argumentOf(args, at + 1);
    args = list === UNKNOWN ? null : readable(list);
    at = 0;
  }
  return false;
}

/** Whether the engine made this error since `f`, called on `o` with `args` by a probe, called no function in the end. */
function isOfNoFunction(error, f, o, args) {
  if (f !== functionCall && f !== functionApply && f !== reflectApply) return false;
  return isNativeError(error) && dataOf(error, "message") === OF_PROBE && endsAtNothing(f, o, args);
}

/** Whether binding `f` to `self` makes what can only fail when it is called, under the name that it then has. */
const isBoundToNothing = (f, self) => (f === functionCall || f === functionApply) && typeof self !== "function";

module.exports = { isOfNoFunction, isBoundToNothing };

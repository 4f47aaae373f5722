"use strict";
// Calls through `call`, `apply` and `Reflect.apply` that end at something that is no function. V8 names what the caller called,
// and the caller is a probe.
const { arrayIsArray, functionToString, isNativeError, isProxy, objectGetOwnPropertyDescriptor, reflectApply, stringStartsWith } =
  require("../intrinsics.js");

const { apply: functionApply, call: functionCall } = Function.prototype;

/** What V8 says of the call in a probe. */
const OF_PROBE = "reflectApply is not a function";
/** What it says where `Reflect.apply` is given no function, and of a class that is called. */
const OF_REFLECT = "Function.prototype.apply was called on";
const OF_CLASS = "Class constructor";
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

/** What a call of `f` on `o` with `args` calls in the end, or {@link UNKNOWN}. */
function endOf(f, o, args) {
  let at = 0;
  for (let i = 0; i < MOST_THROUGH; i += 1) {
    if (f === functionCall) {
      f = o;
      o = argumentOf(args, at);
      at += 1;
    } else if (f === functionApply || f === reflectApply) {
      const from = f === reflectApply ? at + 1 : at;
      f = f === reflectApply ? argumentOf(args, at) : o;
      o = argumentOf(args, from);
      const list = argumentOf(args, from + 1);
      args = list === UNKNOWN ? null : readable(list);
      at = 0;
    } else return f;
  }
  return UNKNOWN;
}

const OWN = 0;
const NOTHING = 1;
const REFUSED = 2;

/**
 * How `f`, called on `o` with `args` by a probe, failed: `NOTHING` where the engine named the probe's call, which came to no
 * function; `REFUSED` where it refused what it was to call before any code ran; else `OWN`.
 */
function howItFailed(error, f, o, args) {
  if ((f !== functionCall && f !== functionApply && f !== reflectApply) || !isNativeError(error)) return OWN;
  const message = dataOf(error, "message");
  if (typeof message !== "string") return OWN;
  const end = endOf(f, o, args);
  if (end === UNKNOWN) return OWN;
  if (typeof end !== "function") return message === OF_PROBE ? NOTHING : stringStartsWith(message, OF_REFLECT) ? REFUSED : OWN;
  const isClass = !isProxy(end) && stringStartsWith(functionToString(end), "class");
  return isClass && stringStartsWith(message, OF_CLASS) ? REFUSED : OWN;
}

const callsOthers = (f) => f === functionCall || f === functionApply;

/** Whether binding `f` to `self` makes what can only fail when it is called, under the name that it then has, or may do so. */
const isBoundToNothing = (f, self) => callsOthers(f) && (typeof self !== "function" || callsOthers(self));

module.exports = { howItFailed, isBoundToNothing, NOTHING, REFUSED };

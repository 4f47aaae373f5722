"use strict";
// Calls through `call`, `apply` and `Reflect` that end at something that is no function, or are refused for their list of
// arguments. V8 names what the caller called, and the caller is a probe.
const {
  functionToString,
  isNativeError,
  isProxy,
  jsonParse,
  objectGetOwnPropertyDescriptor,
  objectHasOwn,
  reflectApply,
  reflectConstruct,
  stringEndsWith,
  stringStartsWith,
} = require("../intrinsics.js");
const { isConstructor } = require("../constructors.js");
const { isClass, isPrimitive } = require("../stack.js");

const { apply: functionApply, call: functionCall } = Function.prototype;

/** What V8 says of the call in a probe. */
const OF_PROBE = "reflectApply is not a function";
/** What it says where `Reflect.apply` is given no function, and of a class that is called. */
const OF_REFLECT = "Function.prototype.apply was called on";
const OF_CLASS = "Class constructor";
/** Calls through one another that are followed. */
const MOST_THROUGH = 8;

const callsOthers = (f) => f === functionCall || f === functionApply;

const dataOf = (object, key) => objectGetOwnPropertyDescriptor(object, key)?.value;

/** What is called where the program's list of arguments would have to be read again. */
const UNKNOWN = Object.freeze({});

/** The item `at` of a list of arguments, which may be anything that has a length. */
function argumentOf(args, at) {
  if (args === null || !(typeof dataOf(args, "length") === "number")) return UNKNOWN;
  if (!(at < dataOf(args, "length"))) return undefined;
  const found = objectGetOwnPropertyDescriptor(args, at);
  return found === undefined || objectHasOwn(found, "value") ? found?.value : UNKNOWN;
}

/** A list that can be looked into without running code, or null. */
function readable(list) {
  if (list === undefined || list === null) return [];
  return isProxy(list) ? null : list;
}

/**
 * What a call of `f` on `o` with `args` calls in the end: `{ f, args, at, unlisted }`, where its arguments are those of `args` from
 * `at` on and `unlisted` says that they were given as something that is no list. `f` is {@link UNKNOWN} where nobody can say.
 */
function endOf(f, o, args) {
  let at = 0;
  for (let i = 0; i < MOST_THROUGH; i += 1) {
    if (f === functionCall) {
      f = o;
      o = argumentOf(args, at);
      at += 1;
    } else if (f === functionApply || f === reflectApply) {
      const isOptional = f === functionApply;
      const from = isOptional ? at : at + 1;
      f = isOptional ? o : argumentOf(args, at);
      o = argumentOf(args, from);
      const list = argumentOf(args, from + 1);
      const isLeftOut = list === undefined || list === null;
      if (isPrimitive(list) && !(isLeftOut && isOptional)) return { f, args: null, at: 0, unlisted: true };
      args = list === UNKNOWN ? null : readable(list);
      at = 0;
    } else return { f, args, at, unlisted: false };
  }
  return { f: UNKNOWN, args: null, at: 0, unlisted: false };
}

/** Whether `Reflect.construct` refuses these arguments before any code of the program runs. */
function refusesToConstruct(args, at) {
  const made = argumentOf(args, at);
  const list = argumentOf(args, at + 1);
  if (made === UNKNOWN || list === UNKNOWN) return false;
  return !isConstructor(made) || (dataOf(args, "length") > at + 2 && !isConstructor(argumentOf(args, at + 2))) || isPrimitive(list);
}

const OWN = 0;
const NOTHING = 1;
const REFUSED = 2;
const UNNAMED = 3;

/** The end of the text of a function of the engine, and of one that is bound. */
const IS_NATIVE = "[native code] }";

/** Tells whether it is of the engine, which has no code that could say what {@link OF_PROBE} says. */
const isNative = (f) => stringEndsWith(functionToString(f), IS_NATIVE);

/** Tells whether the call of a function of the engine failed with an error that names our call of it. */
const callNamesProbe = (error, f) => isNativeError(error) && dataOf(error, "message") === OF_PROBE && isNative(f);

/** The callback of `f`, called with these arguments: of what asks one with another `this`, or with none. */
function callbackAt(f, args, at) {
  const first = argumentOf(args, at);
  return f !== jsonParse && callsOthers(first) ? { self: argumentOf(args, at + 1) } : null;
}

/** Names a value that is no function as the engine does where it finds no place in the program that calls it. */
function unnamed(value) {
  if (typeof value === "string") return `string "${value}"`;
  return typeof value === "number" || typeof value === "boolean" || value === null ? `${typeof value} ${value}` : typeof value;
}

/**
 * How `f`, called on `o` with `args` by a probe, failed: `NOTHING` where the engine named the probe's call, which came to no
 * function, by a bound function too; `UNNAMED` where the call was one of the engine's own, of a callback, and only its compiler has made it one of the
 * probe's; `REFUSED` where it refused what it was to call before any code ran; else `OWN`.
 */
function howItFailed(error, f, o, args) {
  if (!isNativeError(error)) return OWN;
  const message = dataOf(error, "message");
  if (typeof message !== "string") return OWN;
  if (f !== functionCall && f !== functionApply && f !== reflectApply && f !== reflectConstruct) {
    if (message !== OF_PROBE || !isNative(f)) return OWN;
    return callbackAt(f, args, 0) === null ? NOTHING : UNNAMED;
  }
  const end = endOf(f, o, args);
  // What a list holds that only the program's code can read is not known; that the engine named the probe's call is.
  if (end.f === UNKNOWN) return message === OF_PROBE ? NOTHING : OWN;
  if (typeof end.f !== "function") return message === OF_PROBE ? NOTHING : stringStartsWith(message, OF_REFLECT) ? REFUSED : OWN;
  if (message === OF_PROBE && isNative(end.f)) return callbackAt(end.f, end.args, end.at) === null ? NOTHING : UNNAMED;
  if (end.unlisted || (end.f === reflectConstruct && refusesToConstruct(end.args, end.at))) return REFUSED;
  return isClass(end.f) && stringStartsWith(message, OF_CLASS) ? REFUSED : OWN;
}

/** Names what the callback of `f` came to as the engine does. */
function unnamedOf(f, o, args) {
  const end = callsOthers(f) || f === reflectApply ? endOf(f, o, args) : { f, args, at: 0 };
  return unnamed(callbackAt(end.f, end.args, end.at)?.self);
}

/** Whether binding `f` to `self` makes what can only fail when it is called, under the name that it then has, or may do so. */
const isBoundToNothing = (f, self) => callsOthers(f) && (typeof self !== "function" || callsOthers(self));

module.exports = { callNamesProbe, howItFailed, isBoundToNothing, unnamedOf, NOTHING, REFUSED, UNNAMED };

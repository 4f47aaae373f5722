"use strict";
// Functions that stand in for others and look like them: same name, length and other properties. Each looks at what it
// is called with and makes the call as it was meant; errors that it throws lose our frame again.

const path = require("node:path");
const { isProxy, stringIndexOf, stringSlice } = require("../../runtime/intrinsics.js");
const { areStacksPlain } = require("./place.js");

const { apply, ownKeys } = Reflect;
const { defineProperty, getOwnPropertyDescriptor, getPrototypeOf, hasOwn, setPrototypeOf } = Object;

/** What newer versions of V8 give an error: an accessor. */
const NATIVE = getOwnPropertyDescriptor(new Error("", undefined), "stack") ?? {};

/** `standIn`, `through` and `call`. */
const OUR_FRAMES = 3;
/** Files whose frames are ours: this one, and those that stand in for drivers of databases and for what hashes passwords. */
const OURS = [__filename, ...["databases", "passwords"].map((folder) => path.join(__dirname, "..", folder) + path.sep)];

/** `text` without the lines that `what` stands in. */
function withoutLines(text, what) {
  let rest = text;
  for (let at = stringIndexOf(rest, what); at >= 0; at = stringIndexOf(rest, what)) {
    let from = at;
    while (from > 0 && rest[from] !== "\n") from -= 1;
    const next = stringIndexOf(rest, "\n", at);
    rest = stringSlice(rest, 0, from) + (next < 0 ? "" : stringSlice(rest, next));
  }
  return rest;
}

/** Takes our frames off the stack of an error that the real function threw, or made. */
function withoutUs(error) {
  // A driver's error may be an object with a stack of its own (`Error.captureStackTrace`).
  if (typeof error !== "object" || error === null || isProxy(error) || !areStacksPlain()) return;
  const stack = getOwnPropertyDescriptor(error, "stack");
  if (stack === undefined) return;
  const isNative = stack.get !== undefined && stack.get === NATIVE.get;
  const before = isNative ? apply(stack.get, error, []) : stack.value;
  if (typeof before !== "string") return;
  let text = before;
  for (let i = 0; i < OURS.length; i += 1) text = withoutLines(text, OURS[i]);
  if (text === before) return;
  if (isNative) apply(stack.set, error, [text]);
  else defineProperty(error, "stack", { __proto__: null, ...stack, value: text });
}

/**
 * Calls the real function, which may throw at once, with room on the stacks of its errors for the frames that are ours:
 * `frames` of them stand between it and its caller.
 */
function call(real, self, args, frames = OUR_FRAMES) {
  const limit = getOwnPropertyDescriptor(Error, "stackTraceLimit");
  const raises = typeof limit?.value === "number" && limit.writable;
  if (raises) Error.stackTraceLimit = limit.value + frames;
  try {
    return apply(real, self, args);
  } catch (error) {
    withoutUs(error);
    throw error;
  } finally {
    if (raises) Error.stackTraceLimit = limit.value;
  }
}

/**
 * A function that calls `through(self, args, standIn)` and has a property `prototype` if `real` has; `through` makes
 * the call by `call`.
 */
function around(real, through) {
  if (hasOwn(real, "prototype")) {
    const replaced = function (...args) {
      return through(this, args, replaced);
    };
    return replaced;
  }
  const { method } = {
    method(...args) {
      return through(this, args, method);
    },
  };
  return method;
}

/**
 * A stand-in for `real`, which may throw at once. `look(argument, standIn, args)` is told the first argument of each
 * call, and all of them, `answered(result)` what it answers.
 */
exports.throwing = (real, look, answered = () => {}) =>
  around(real, (self, args, standIn) => {
    look(args[0], standIn, args);
    const result = call(real, self, args);
    answered(result);
    return result;
  });

/** `replaced` with all that can be seen of the function that it stands for. */
function alike(replaced, real) {
  const keys = ownKeys(real);
  for (let i = 0; i < keys.length; i += 1) {
    const there = getOwnPropertyDescriptor(replaced, keys[i]);
    if (there === undefined || there.configurable || there.writable) defineProperty(replaced, keys[i], getOwnPropertyDescriptor(real, keys[i]));
  }
  setPrototypeOf(replaced, getPrototypeOf(real));
  return replaced;
}

/** Puts `make(real)` in the place of functions that `holder` has of its own; those that it lacks are left out. */
exports.replace = (holder, names, make) => {
  for (const name of names) {
    const descriptor = getOwnPropertyDescriptor(holder, name);
    if (typeof descriptor?.value !== "function" || !(descriptor.writable || descriptor.configurable)) continue;
    defineProperty(holder, name, { ...descriptor, value: alike(make(descriptor.value), descriptor.value) });
  }
};
exports.around = around;
exports.call = call;
exports.withoutUs = withoutUs;

"use strict";
// Functions that stand in for others of Node's and look like them: same name, length and other properties.

const { defineProperty, getOwnPropertyDescriptor, getPrototypeOf, hasOwn, setPrototypeOf } = Object;
const { apply, ownKeys } = Reflect;

/** `through`, `make` and the stand-in. */
const OUR_FRAMES = 3;

/** Takes our frames off the stack of an error that was thrown at once. */
function withoutUs(error) {
  const stack = error instanceof Error ? getOwnPropertyDescriptor(error, "stack") : undefined;
  const text = stack?.get === undefined ? stack?.value : apply(stack.get, error, []);
  if (typeof text !== "string" || !text.includes(__dirname)) return;
  error.stack = text.split("\n").filter((line) => !line.includes(__dirname)).join("\n");
}

/** Calls `through` with room for our frames on the stacks of what it throws. */
function call(through, self, args, replaced) {
  const limit = getOwnPropertyDescriptor(Error, "stackTraceLimit");
  const raises = typeof limit?.value === "number" && limit.writable;
  if (raises) Error.stackTraceLimit = limit.value + OUR_FRAMES;
  try {
    return through(self, args, replaced);
  } catch (error) {
    withoutUs(error);
    throw error;
  } finally {
    if (raises) Error.stackTraceLimit = limit.value;
  }
}

/** A function that calls `through(self, args, itself)`, and has a property `prototype` if `real` has. */
function calling(through, real) {
  if (hasOwn(real, "prototype")) {
    const replaced = function (...args) {
      return call(through, this, args, replaced);
    };
    return replaced;
  }
  const { method } = {
    method(...args) {
      return call(through, this, args, method);
    },
  };
  return method;
}

/** Puts what calls `make(real)`, a function `(self, args, standIn)`, in the place of a function that `holder` has of its own, if it has it. */
exports.standIn = (holder, name, make) => {
  const descriptor = getOwnPropertyDescriptor(holder, name);
  if (typeof descriptor?.value !== "function" || !(descriptor.writable || descriptor.configurable)) return;
  const real = descriptor.value;
  const replaced = calling(make(real), real);
  for (const key of ownKeys(real)) {
    const there = getOwnPropertyDescriptor(replaced, key);
    if (there === undefined || there.configurable || there.writable) defineProperty(replaced, key, getOwnPropertyDescriptor(real, key));
  }
  setPrototypeOf(replaced, getPrototypeOf(real));
  defineProperty(holder, name, { ...descriptor, value: replaced });
};

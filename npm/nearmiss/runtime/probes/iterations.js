"use strict";
// Probes of the value of a tracked call that is iterated, `[...o.m()]` and `for (x of o.m())`: V8 prints the call in what it
// says of a value that is not iterable, and that call is ours. So the steps of the iteration that V8 speaks of are done here,
// each once and in its order (ECMAScript, GetIterator and IteratorStepValue).
const {
  arrayIsArray,
  arrayIterator,
  arrayPrototype,
  isProxy,
  objectDefineProperty,
  objectGetOwnPropertyDescriptor,
  objectGetPrototypeOf,
  reflectApply,
  string,
  stringSlice,
  symbolIterator,
  TypeError,
} = require("../intrinsics.js");
const { isPrimitive, withoutFrame } = require("../stack.js");

/** A list that V8 iterates without a word. */
function isPlainList(value) {
  if (isPrimitive(value) || isProxy(value) || !arrayIsArray(value)) return false;
  if (objectGetPrototypeOf(value) !== arrayPrototype || objectGetOwnPropertyDescriptor(value, symbolIterator) !== undefined) return false;
  const property = objectGetOwnPropertyDescriptor(arrayPrototype, symbolIterator);
  return property !== undefined && property.value === arrayIterator;
}

/** `textOf(id)`: how V8 renders the call of this slot, behind a `*`. */
function createIterationProbes(textOf) {
  function notIterable(id, probe) {
    const text = stringSlice(textOf(id), 1);
    return withoutFrame(new TypeError(`${text} is not a function or its return value is not iterable`), probe);
  }

  /** The method that answers the iterator of a value. */
  function methodOf(value, id, probe) {
    const method = value === null || value === undefined ? undefined : value[symbolIterator];
    if (typeof method !== "function") throw notIterable(id, probe);
    return method;
  }

  /** Spread into a list: all values, in a list of ours. */
  function u(id, value) {
    if (isPlainList(value)) return value;
    const iterator = reflectApply(methodOf(value, id, u), value, []);
    if (isPrimitive(iterator)) throw withoutFrame(new TypeError("Result of the Symbol.iterator method is not an object"), u);
    const next = iterator.next;
    const values = [];
    // Who iterates it must not come to what the program has put in the place of the native iterator.
    objectDefineProperty(values, symbolIterator, { value: arrayIterator });
    for (;;) {
      if (typeof next !== "function") throw notIterable(id, u);
      const step = reflectApply(next, iterator, []);
      if (isPrimitive(step)) throw withoutFrame(new TypeError(`Iterator result ${printed(step)} is not an object`), u);
      if (step.done) return values;
      values[values.length] = step.value;
    }
  }

  /** The value of a `for`-`of` loop: itself, or what has the method that was asked for. */
  function f(id, value) {
    if (isPlainList(value)) return value;
    const method = methodOf(value, id, f);
    return { [symbolIterator]: () => reflectApply(method, value, []) };
  }

  return { u, f };
}

/** A primitive as V8 prints it in messages. */
const printed = (value) => (typeof value === "string" ? value : string(value));

module.exports = { createIterationProbes };

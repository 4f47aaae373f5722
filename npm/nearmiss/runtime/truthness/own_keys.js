"use strict";
// What can be read of an object without running its code: own keys of what is no proxy, own data
// properties, entries of real sets and maps. Bounded, and only used on a miss.
const {
  arrayIsArray,
  isModuleNamespaceObject,
  isProxy,
  isStringObject,
  isTypedArray,
  mapIteratorNext,
  mapKeys,
  objectGetOwnPropertyDescriptor,
  objectHasOwn,
  objectKeys,
  setIteratorNext,
  setValues,
  string,
  typedArrayLength,
} = require("../intrinsics.js");

/**
 * True for an object whose internals may be read: no proxy stands in front of it, and it is no module namespace, of which
 * a look at a property throws while a cycle of modules is being evaluated.
 */
function isPlainObject(value) {
  if (!((typeof value === "object" && value !== null) || typeof value === "function")) return false;
  return !isProxy(value) && !isModuleNamespaceObject(value);
}

/** Longer arrays are not listed: their keys are their indexes. */
const LONGEST_LISTED = 10_000;

/** Whether the keys of an object that may be read are the indexes of many values, which are never listed. */
function isLong(object) {
  return isTypedArray(object) || isStringObject(object) || (arrayIsArray(object) && object.length > LONGEST_LISTED);
}

/** Own enumerable string keys, or null when they cannot be read without user code, or are indexes. */
function ownKeys(value) {
  return isPlainObject(value) && !isLong(value) ? objectKeys(value) : null;
}

/** The same, but of a long array the first `most` of its indexes. */
function firstKeys(value, most) {
  if (!isPlainObject(value) || !arrayIsArray(value) || value.length <= LONGEST_LISTED) return ownKeys(value);
  const found = [];
  for (let i = 0; i < most; i += 1) if (objectHasOwn(value, i)) found[found.length] = string(i);
  return found;
}

/** Length of a string, a real array or a typed array, else -1. */
function lengthOf(value) {
  if (typeof value === "string") return value.length;
  if (!isPlainObject(value)) return -1;
  if (arrayIsArray(value)) return value.length;
  return isTypedArray(value) ? typedArrayLength(value) : -1;
}

/** The first `most` elements of a real array, which is no proxy, that are own data properties. */
function arrayElements(array, most) {
  const found = [];
  const length = array.length < most ? array.length : most;
  for (let i = 0; i < length; i += 1) {
    const property = objectGetOwnPropertyDescriptor(array, i);
    if (property !== undefined && objectHasOwn(property, "value")) found[found.length] = property.value;
  }
  return found;
}

/** The first `most` values of a real set. */
function setValuesOf(set, most) {
  const found = [];
  const values = setValues(set);
  while (found.length < most) {
    const step = setIteratorNext(values);
    if (step.done) break;
    found[found.length] = step.value;
  }
  return found;
}

/** The first `most` keys of a real map. */
function mapKeysOf(map, most) {
  const found = [];
  const keys = mapKeys(map);
  while (found.length < most) {
    const step = mapIteratorNext(keys);
    if (step.done) break;
    found[found.length] = step.value;
  }
  return found;
}

module.exports = { LONGEST_LISTED, isPlainObject, ownKeys, firstKeys, lengthOf, arrayElements, setValuesOf, mapKeysOf };

"use strict";
// Tainted texts in what a validator is given, each with where it stands.
const { objectGetOwnPropertyDescriptor, objectHasOwn } = require("../intrinsics.js");
const { findTaint } = require("../taint/marker.js");
const { firstKeys } = require("../truthness/own_keys.js");

/** Values looked at in one input, and how deep. */
const MOST_VALUES = 256;
const DEEPEST = 8;
/** Taints that are told of one input. */
const MOST_TAINTS = 16;

/** The value of an own data property, else undefined. */
function own(object, key) {
  const property = objectGetOwnPropertyDescriptor(object, key);
  return property !== undefined && objectHasOwn(property, "value") ? property.value : undefined;
}

/** Tainted texts of a value: `[[number, path], ...]`. */
function taintsIn(value) {
  const found = [];
  const path = [];
  let count = 0;
  const look = (part) => {
    count += 1;
    if (typeof part === "string") {
      const taint = findTaint(part);
      if (taint !== null) found[found.length] = [taint.id, copy(path)];
      return;
    }
    const keys = firstKeys(part, MOST_VALUES);
    if (keys === null || typeof part === "function" || path.length >= DEEPEST) return;
    for (let i = 0; i < keys.length && count < MOST_VALUES && found.length < MOST_TAINTS; i += 1) {
      path[path.length] = keys[i];
      look(own(part, keys[i]));
      path.length -= 1;
    }
  };
  look(value);
  return found;
}

function copy(path) {
  const copied = [];
  for (let i = 0; i < path.length; i += 1) copied[i] = path[i];
  return copied;
}

module.exports = { taintsIn };

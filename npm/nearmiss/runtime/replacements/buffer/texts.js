"use strict";
// Buffers and the texts that they were made of.
const { WeakMap, weakMapGet, weakMapSet, isTypedArray, typedArrayLength } = require("../../intrinsics.js");

/** Longest buffer that is read. */
const MOST_BYTES = 1024;

const made = new WeakMap();

/** `buffer` was made of `text` as UTF-8. */
function madeOf(buffer, text) {
  if (isTypedArray(buffer)) weakMapSet(made, buffer, text);
}

/** The text of a buffer, byte by byte where it is not known; undefined for what is no buffer or too long. */
function textOf(buffer) {
  if (!isTypedArray(buffer) || typedArrayLength(buffer) > MOST_BYTES) return undefined;
  return weakMapGet(made, buffer);
}

module.exports = { madeOf, textOf };

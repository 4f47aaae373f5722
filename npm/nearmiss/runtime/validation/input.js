"use strict";
// What a validator is given: is it an input of the call under way, and which?
const {
  arrayIsArray,
  decodeURIComponent,
  encodeURIComponent,
  objectGetOwnPropertyDescriptor,
  objectHasOwn,
  stringIndexOf,
  stringSlice,
} = require("../intrinsics.js");
const { findTaint } = require("../taint/marker.js");
const { ownKeys } = require("../truthness/own_keys.js");

/** Values looked at in one input, and how deep. */
const MOST_VALUES = 256;
const DEEPEST = 8;
/** Taints that are told of one input. */
const MOST_TAINTS = 16;
/** Where frameworks of Node put what they have parsed. */
const PLACES = ["body", "query", "params", "cookies"];

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
    const keys = ownKeys(part);
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

/** The values of a record, or null when one is neither a text nor a list of texts: those of a URL are. */
function textsOf(input) {
  const keys = ownKeys(input);
  if (keys === null || keys.length === 0 || arrayIsArray(input)) return null;
  const texts = [];
  for (let i = 0; i < keys.length; i += 1) {
    const value = own(input, keys[i]);
    if (typeof value === "string") texts[texts.length] = { key: keys[i], text: value };
    else return null;
  }
  return texts;
}

/** Which part of a request target a record was read from: its query, the parameters of its path, or null. */
function placeInTarget(input, target) {
  const texts = textsOf(input);
  if (texts === null) return null;
  const mark = stringIndexOf(target, "?");
  const path = mark < 0 ? target : stringSlice(target, 0, mark);
  const query = mark < 0 ? "" : `&${stringSlice(target, mark + 1)}`;
  let inQuery = true;
  let inPath = true;
  for (let i = 0; i < texts.length; i += 1) {
    const { key, text } = texts[i];
    inQuery &&= stringIndexOf(query, `&${encoded(key)}=`) >= 0;
    inPath &&= text !== "" && (stringIndexOf(path, encoded(text)) >= 0 || stringIndexOf(decoded(path), text) >= 0);
  }
  return inQuery ? "query" : inPath ? "params" : null;
}

function encoded(text) {
  try {
    return encodeURIComponent(text);
  } catch {
    return text;
  }
}

function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/**
 * Where in a request (`http.IncomingMessage`) an input stands, by identity or, for what a URL holds, by its texts:
 * `{ place, path }`, or null.
 */
function placeIn(request, input) {
  if (typeof input === "object" && input !== null) {
    for (let i = 0; i < PLACES.length; i += 1) {
      const parsed = own(request, PLACES[i]);
      if (parsed === input) return { place: PLACES[i], path: [] };
      const keys = ownKeys(parsed);
      for (let k = 0; keys !== null && k < keys.length && k < MOST_VALUES; k += 1) {
        if (own(parsed, keys[k]) === input) return { place: PLACES[i], path: [keys[k]] };
      }
    }
  }
  const target = own(request, "originalUrl") ?? own(request, "url");
  const place = typeof target === "string" ? placeInTarget(input, target) : null;
  return place === null ? null : { place, path: [] };
}

module.exports = { placeIn, taintsIn };

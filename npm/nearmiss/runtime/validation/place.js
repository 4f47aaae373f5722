"use strict";
// Which part of a request is what a validator is given? By identity, where a framework has put what it parsed; else by
// content: what a URL holds is often made anew at each read, and classes are filled from what was sent.
const {
  arrayIsArray,
  decodeURIComponent,
  encodeURIComponent,
  isProxy,
  objectGetOwnPropertyDescriptor,
  objectGetPrototypeOf,
  objectHasOwn,
  stringIndexOf,
  stringSlice,
  WeakMap,
  weakMapGet,
  weakMapSet,
} = require("../intrinsics.js");
const { firstKeys, isPlainObject, ownKeys } = require("../truthness/own_keys.js");
const { FAKE_FIELD, FAKE_PARAMETER } = require("../inputs/fakes.js");

const records = Object.prototype;
/** Fields of a part that are looked at. */
const MOST_FIELDS = 256;
/** Where frameworks of Node put what they have parsed. */
const PLACES = ["body", "query", "params", "cookies"];

/** Requests of frameworks, which hold what was parsed, by the request of Node. */
const holders = new WeakMap();

/** A framework keeps what it parses of a request (`http.IncomingMessage`) on `holder`. */
function holds(request, holder) {
  if (typeof request !== "object" || request === null || typeof holder !== "object" || holder === null) return;
  weakMapSet(holders, request, holder);
}

/** Parts of requests by the schemas that they are held against. */
const parts = new WeakMap();

/** A framework holds all of a part of its requests (`body`, `query`, `params`) against a schema. */
function belongs(schema, place) {
  if (typeof schema === "object" && schema !== null) weakMapSet(parts, schema, place);
}

/** The part that is held against a schema, if a framework has said so: `{ place, path }`, or null. */
function partOf(schema) {
  const place = weakMapGet(parts, schema);
  return place === undefined ? null : { place, path: [] };
}

/** The value of an own data property, else undefined. */
function own(object, key) {
  const property = objectGetOwnPropertyDescriptor(object, key);
  return property !== undefined && objectHasOwn(property, "value") ? property.value : undefined;
}

/** The value of a part on a request or what a framework has for it. */
function parsed(request, place) {
  const here = own(request, place);
  if (here !== undefined) return here;
  const holder = weakMapGet(holders, request);
  return holder === undefined || !isPlainObject(holder) ? undefined : own(holder, place);
}

/** Where an object is, or a field that is one, by identity. */
function byIdentity(request, input) {
  for (let i = 0; i < PLACES.length; i += 1) {
    const part = parsed(request, PLACES[i]);
    if (part === input) return { place: PLACES[i], path: [] };
    const keys = firstKeys(part, MOST_FIELDS);
    for (let k = 0; keys !== null && k < keys.length && k < MOST_FIELDS; k += 1) {
      if (own(part, keys[k]) === input) return { place: PLACES[i], path: [keys[k]] };
    }
  }
  return null;
}

function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function encoded(text) {
  try {
    return encodeURIComponent(text);
  } catch {
    return text;
  }
}

/** The values of a query text by name; of nested names (`a[b]`) the first alone. */
function queryOf(text) {
  const found = { __proto__: null };
  let from = 0;
  for (let count = 0; from < text.length && count < MOST_FIELDS; count += 1) {
    const mark = stringIndexOf(text, "&", from);
    const end = mark < 0 ? text.length : mark;
    const field = stringSlice(text, from, end);
    const equals = stringIndexOf(field, "=");
    const name = decoded(equals < 0 ? field : stringSlice(field, 0, equals));
    const bracket = stringIndexOf(name, "[");
    if (name !== "") found[bracket > 0 ? stringSlice(name, 0, bracket) : name] = equals < 0 ? "" : decoded(stringSlice(field, equals + 1));
    from = end + 1;
  }
  return found;
}

/** Whether a value may be what a program made of a text that was sent. */
function isMadeOfText(value, text) {
  return typeof value !== "number" || value !== value || +text === value;
}

/**
 * Tells whether an object was made of the fields of a URL: it has no other names, or it is of a class and has all
 * of them.
 */
function isMadeOfTexts(input, keys, texts) {
  const names = ownKeys(texts);
  let same = 0;
  let others = 0;
  for (let i = 0; i < keys.length; i += 1) {
    const value = own(input, keys[i]);
    // A field that a class declares and nobody has sent.
    if (value === undefined) continue;
    if (!objectHasOwn(texts, keys[i])) others += 1;
    else if (isMadeOfText(value, texts[keys[i]])) same += 1;
    else return false;
  }
  return same > 0 && (others === 0 || (same === names.length && isOfClass(input)));
}

function isOfClass(object) {
  const prototype = objectGetPrototypeOf(object);
  return prototype !== null && prototype !== records;
}

/** Whether an object was made of a body: the same, but what was sent has types, and something is as it was. */
function isMadeOfBody(input, keys, body) {
  const names = arrayIsArray(body) ? null : ownKeys(body);
  if (names === null) return false;
  let same = 0;
  let equal = 0;
  let others = 0;
  for (let i = 0; i < keys.length; i += 1) {
    const value = own(input, keys[i]);
    if (value === undefined) continue;
    if (!objectHasOwn(body, keys[i])) others += 1;
    else {
      same += 1;
      if (own(body, keys[i]) === value) equal += 1;
    }
  }
  return equal > 0 && (others === 0 || (same === names.length && isOfClass(input)));
}

/** Whether all values are texts that stand in a path. */
function isInPath(input, keys, path) {
  const text = decoded(path);
  for (let i = 0; i < keys.length; i += 1) {
    const value = own(input, keys[i]);
    if (typeof value !== "string" || value === "") return false;
    if (stringIndexOf(path, encoded(value)) < 0 && stringIndexOf(text, value) < 0) return false;
  }
  return true;
}

/** The query of a request as it was sent: values by name, all of them texts. */
function querySent(request) {
  const target = own(request, "originalUrl") ?? own(request, "url");
  const mark = typeof target === "string" ? stringIndexOf(target, "?") : -1;
  return mark < 0 ? { __proto__: null } : queryOf(stringSlice(target, mark + 1));
}

/** Where an object was made of, by what is in it. */
function byContent(request, input) {
  const keys = ownKeys(input);
  if (keys === null || keys.length === 0 || keys.length > MOST_FIELDS || arrayIsArray(input)) return null;
  const target = own(request, "originalUrl") ?? own(request, "url");
  if (typeof target === "string") {
    const mark = stringIndexOf(target, "?");
    const query = mark < 0 ? "" : stringSlice(target, mark + 1);
    if (query !== "" && isMadeOfTexts(input, keys, queryOf(query))) return "query";
  }
  if (isMadeOfBody(input, keys, parsed(request, "body"))) return "body";
  if (typeof target !== "string") return null;
  const mark = stringIndexOf(target, "?");
  return isInPath(input, keys, mark < 0 ? target : stringSlice(target, 0, mark)) ? "params" : null;
}

/**
 * Names the part that an object was made of which holds a name that the core sends on purpose: of frameworks that
 * keep what they parse to themselves.
 */
function byFake(input) {
  if (isProxy(input)) return null;
  if (objectHasOwn(input, FAKE_FIELD)) return "body";
  return objectHasOwn(input, FAKE_PARAMETER) ? "query" : null;
}

/** Where in a request (`http.IncomingMessage`) an input stands: `{ place, path }`, or null. */
function placeIn(request, input) {
  if (typeof input !== "object" || input === null) return null;
  const found = byIdentity(request, input);
  if (found !== null) return found;
  const place = byContent(request, input) ?? byFake(input);
  return place === null ? null : { place, path: [] };
}

module.exports = { belongs, holds, partOf, placeIn, querySent };

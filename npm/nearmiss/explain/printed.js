"use strict";
// A value of the program as short text, without running any of its code: what is no own data property of something that is
// no proxy is named, not read.
const {
  arrayIsArray,
  isDate,
  isMap,
  isModuleNamespaceObject,
  isNativeError,
  isProxy,
  isRegExp,
  isSet,
  jsonStringify,
  mapSize,
  objectGetOwnPropertyDescriptor,
  objectGetPrototypeOf,
  objectHasOwn,
  objectIs,
  regexpIgnoreCase,
  regexpMultiline,
  regexpSource,
  regexpUnicode,
  setSize,
  string,
  stringSlice,
  symbolDescription,
  uncurry,
} = require("../runtime/intrinsics.js");
const { firstKeys } = require("../runtime/truthness/own_keys.js");
const { holdsSignature } = require("../sut/incidents/signatures.js");

/** Units of the text of one value. */
const LONGEST = 200;
/** Entries of a list or record that are printed. */
const MOST_ENTRIES = 8;
/** Lists and records inside one another. */
const DEEPEST = 2;

const { toStringTag } = Symbol;
const isoOf = uncurry(Date.prototype.toISOString);
const timeOf = uncurry(Date.prototype.getTime);

/** A text that is cut off behind so many units, and says so. */
function bounded(text, most) {
  return text.length <= most ? text : `${stringSlice(text, 0, most - 3)}...`;
}

/** The value of an own data property of what is no proxy; undefined where there is none. */
function ownData(object, key) {
  const property = objectGetOwnPropertyDescriptor(object, key);
  return property !== undefined && objectHasOwn(property, "value") ? property.value : undefined;
}

/** A value on one line, at most 200 units long. */
function printed(value) {
  return bounded(text(value, 0), LONGEST);
}

function text(value, depth) {
  switch (typeof value) {
    case "string":
      if (holdsSignature(value)) return '"[secret]"';
      // Long ones would be quoted only to be cut.
      return jsonStringify(value.length > LONGEST ? stringSlice(value, 0, LONGEST) : value);
    case "number":
      return objectIs(value, -0) ? "-0" : string(value);
    case "bigint":
      return `${string(value)}n`;
    case "symbol":
      return `Symbol(${symbolDescription(value) ?? ""})`;
    case "function":
      return named("function", value);
    case "object":
      return value === null ? "null" : objectText(value, depth);
    default:
      return string(value);
  }
}

function named(kind, value) {
  const name = isProxy(value) ? undefined : ownData(value, "name");
  return typeof name === "string" && name !== "" ? `${kind} ${name}` : kind;
}

function objectText(object, depth) {
  if (isProxy(object)) return "a Proxy";
  if (isModuleNamespaceObject(object)) return "a module";
  if (isRegExp(object)) {
    const flags = `${regexpIgnoreCase(object) ? "i" : ""}${regexpMultiline(object) ? "m" : ""}${regexpUnicode(object) ? "u" : ""}`;
    return `/${regexpSource(object)}/${flags}`;
  }
  if (isDate(object)) {
    const time = timeOf(object);
    return time === time ? `Date(${isoOf(object)})` : "an invalid Date";
  }
  if (isMap(object)) return `Map(${mapSize(object)})`;
  if (isSet(object)) return `Set(${setSize(object)})`;
  if (isNativeError(object)) return errorText(object);
  if (depth >= DEEPEST) return arrayIsArray(object) ? "[...]" : "{...}";
  return arrayIsArray(object) ? listText(object, depth) : recordText(object, depth);
}

function listText(list, depth) {
  let all = "";
  const { length } = list;
  for (let i = 0; i < length && i < MOST_ENTRIES; i += 1) {
    if (i > 0) all += ",";
    all += entry(list, i, depth);
  }
  return `[${all}${length > MOST_ENTRIES ? ",..." : ""}]`;
}

/** The name of the class of an object that is made by one, else "". */
function classOf(object) {
  const prototype = objectGetPrototypeOf(object);
  if (prototype === null || isProxy(prototype)) return "";
  const made = ownData(prototype, "constructor");
  const name = typeof made === "function" && !isProxy(made) ? ownData(made, "name") : undefined;
  return typeof name === "string" && name !== "Object" ? name : "";
}

function recordText(record, depth) {
  const keys = firstKeys(record, MOST_ENTRIES + 1);
  if (keys === null) return "an object";
  const name = classOf(record);
  if (keys.length === 0) {
    // `JSON`, `Math` and the like.
    const tag = ownData(record, toStringTag);
    if (typeof tag === "string" && tag !== "") return tag;
    if (name !== "") return name;
  }
  let all = "";
  for (let i = 0; i < keys.length && i < MOST_ENTRIES; i += 1) {
    if (i > 0) all += ",";
    all += `${jsonStringify(keys[i])}:${entry(record, keys[i], depth)}`;
  }
  return `${name}{${all}${keys.length > MOST_ENTRIES ? ",..." : ""}}`;
}

function entry(object, key, depth) {
  const property = objectGetOwnPropertyDescriptor(object, key);
  if (property === undefined) return "";
  return objectHasOwn(property, "value") ? text(property.value, depth + 1) : "(getter)";
}

/** The first data property of that name on the way up, as long as no proxy stands there. */
function inherited(object, key) {
  for (let at = object; at !== null && !isProxy(at); at = objectGetPrototypeOf(at)) {
    const value = ownData(at, key);
    if (value !== undefined) return value;
  }
  return undefined;
}

/** What was thrown: `TypeError: Cannot read properties of undefined (reading 'x')`, or the value as it is. */
function errorText(error) {
  if (isProxy(error) || !isNativeError(error)) return printed(error);
  const name = inherited(error, "name");
  const message = ownData(error, "message");
  const shown = typeof name === "string" ? name : "Error";
  return bounded(typeof message === "string" && message !== "" ? `${shown}: ${message}` : shown, LONGEST);
}

module.exports = { printed, errorText, bounded };

"use strict";
// Where in the project something happened, as reports name it: `src/a.ts:12`, by the original source.

const path = require("node:path");
const { findSourceMap } = require("node:module");
const { fileURLToPath } = require("node:url");
const { session } = require("../../register/session.js");
const { isNativeError, stringIndexOf, stringSlice, stringStartsWith } = require("../../runtime/intrinsics.js");
const { placesBelow } = require("../timers/callers.js");

const { isAbsolute, relative, resolve, dirname } = path;
const { getOwnPropertyDescriptor } = Object;
const { apply } = Reflect;
const { exec } = RegExp.prototype;

const OURS = resolve(__dirname, "..", "..") + path.sep;
const NODE_MODULES = "/node_modules/";
/** `    at f (/a/b.js:1:2)`, `    at file:///a/b.mjs:1:2`, `    at async /a/b.js:1:2`. */
const FRAME = /^\s+at (?:.*? \()?(?:async )?((?:file:\/\/)?\/.*?):(\d+):\d+\)?$/;

const named = (file) => {
  const fromRoot = relative(session.root, file);
  return stringStartsWith(fromRoot, "..") || isAbsolute(fromRoot) ? file : fromRoot;
};

/** The original place of a line of a loaded file: where there is a map that Node knows, what that says. */
function original(file, line) {
  try {
    const entry = process.sourceMapsEnabled ? findSourceMap(file)?.findEntry(line - 1, 0) : undefined;
    if (typeof entry?.originalSource !== "string") return `${named(file)}:${line}`;
    const source = entry.originalSource;
    const at = stringStartsWith(source, "file:") ? fileURLToPath(source) : resolve(dirname(file), source);
    // The first column of a line may belong to what stands before it.
    return `${named(at)}:${entry.generatedLine === line - 1 ? entry.originalLine + 1 : line}`;
  } catch {
    return `${named(file)}:${line}`;
  }
}

const originalOf = (found) => {
  if (found === undefined || !(found.line > 0)) return "";
  const { file, line } = found;
  return original(isAbsolute(file) ? file : resolve(session.root, file), line);
};

/**
 * Where code of the project called what called the function `above`, and the first place below in another of its files, for which that
 * may have been: `{ place, asker }`, each "" where it does not show.
 */
exports.placesOfCaller = (above) => {
  const [place, asker] = placesBelow(above);
  return { place: originalOf(place), asker: originalOf(asker) };
};

/** The first of these alone. */
exports.placeOfCaller = (above) => originalOf(placesBelow(above)[0]);

/** What makes texts of stacks before any code of the program runs: Node's own, or nothing. */
const NODES_OWN = getOwnPropertyDescriptor(Error, "prepareStackTrace")?.value;

/** Whether the text of a stack can be asked for without running code of the program. */
exports.areStacksPlain = () => {
  const prepare = getOwnPropertyDescriptor(Error, "prepareStackTrace");
  return prepare === undefined || (prepare.value === undefined && prepare.get === undefined) || (NODES_OWN !== undefined && prepare.value === NODES_OWN);
};

/** The text of an error's stack, or "" where reading it could run code of the program. */
function stackOf(error) {
  if (!isNativeError(error) || !exports.areStacksPlain()) return "";
  const stack = getOwnPropertyDescriptor(error, "stack");
  if (stack === undefined) return "";
  const text = "value" in stack ? stack.value : nativeStack(error, stack.get);
  return typeof text === "string" ? text : "";
}

/** The getter that newer versions of V8 give an error. */
const NATIVE_GETTER = getOwnPropertyDescriptor(new Error("", undefined), "stack")?.get;
const nativeStack = (error, getter) => (getter !== undefined && getter === NATIVE_GETTER ? apply(getter, error, []) : "");

/** The uppermost frame of an error's stack that is the project's own: `src/a.js:12`, or "". */
exports.placeOfError = (error) => {
  const text = stackOf(error);
  for (let at = stringIndexOf(text, "\n"); at >= 0; ) {
    const next = stringIndexOf(text, "\n", at + 1);
    const frame = apply(exec, FRAME, [stringSlice(text, at + 1, next < 0 ? text.length : next)]);
    at = next;
    if (frame === null) continue;
    let file = frame[1];
    try {
      if (stringStartsWith(file, "file:")) file = fileURLToPath(file);
    } catch {
      continue;
    }
    if (stringIndexOf(file, NODE_MODULES) >= 0 || stringStartsWith(file, OURS)) continue;
    // Node has followed the maps in the text of stacks.
    return `${named(file)}:${frame[2]}`;
  }
  return "";
};

/** A short text of what was thrown, without running any code of the program. */
exports.textOf = (error) => {
  if (typeof error === "string") return error;
  if (!isNativeError(error)) return typeof error;
  const message = getOwnPropertyDescriptor(error, "message");
  return typeof message?.value === "string" ? message.value : "";
};

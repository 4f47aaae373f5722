"use strict";
// Paths of file accesses that an input is part of: tells the examination which inputs these are (a taint shows in the path),
// and, when what it has sent in their place has led out of the program's folders, that.
//
// Node tells nobody of file accesses, so functions of `fs` are replaced by ones with the same name, length and other properties,
// for `require` and `import`. Errors that they throw lose our frame again.

const fs = require("node:fs");
const path = require("node:path");
const { tmpdir } = require("node:os");
const { syncBuiltinESMExports } = require("node:module");
const { fileURLToPath } = require("node:url");
const { session } = require("../../register/session.js");
const { isNativeError, isProxy, stringIndexOf, stringSlice, stringStartsWith, uncurry } = require("../../runtime/intrinsics.js");
const { findTaint } = require("../../runtime/taint/marker.js");
const { areStacksPlain, placeOfCaller } = require("./place.js");

const { apply, ownKeys } = Reflect;
const { defineProperty, getOwnPropertyDescriptor, getPrototypeOf, setPrototypeOf } = Object;
const { URL } = globalThis;
const hasInstance = Function.prototype[Symbol.hasInstance];
const { get: protocol } = getOwnPropertyDescriptor(URL.prototype, "protocol");
const { resolve, sep } = path;
const { isBuffer } = Buffer;
const latin1 = uncurry(Buffer.prototype.latin1Slice);

/** Those that may throw at once. */
const THROWING = [
  "openSync", "readFileSync", "writeFileSync", "appendFileSync", "unlinkSync", "rmSync", "readdirSync",
  "open", "readFile", "writeFile", "appendFile", "unlink", "rm", "readdir", "createReadStream", "createWriteStream",
];
const PROMISES = ["open", "readFile", "writeFile", "appendFile", "unlink", "rm", "readdir"];
/** What the examination makes programs open. */
const TARGET = `${sep}etc${sep}passwd`;
const MARK = "etc/passwd";

let tell = () => {};
/** What was told of this call already: functions of `fs` call each other. */
let told = "";

/** The path that a call is about, or null for a descriptor and for what Node refuses. */
function pathOf(value) {
  if (typeof value === "string") return value;
  if (isBuffer(value)) return value.length < 4096 ? latin1(value) : null;
  if (typeof value === "object" && value !== null && !isProxy(value) && apply(hasInstance, URL, [value]) && apply(protocol, value, []) === "file:") {
    return fileURLToPath(value);
  }
  return null;
}

/** Looks at the argument of a call. What is wrong with it the program's own call says. */
function look(value, above) {
  try {
    looked(value, above);
  } catch {
    // No such folder, no such URL.
  }
}

function looked(value, above) {
  const { epoch } = session;
  if (epoch === null || !epoch.isOpen()) return;
  const text = pathOf(value);
  if (text === null || text === told) return;
  const taint = findTaint(text);
  if (taint !== null && !taint.lower) {
    told = text;
    tell("path-input", placeOfCaller(above), `_EM_${taint.id}_XYZ_`);
  } else if (stringIndexOf(text, MARK) >= 0) {
    told = text;
    if (isOutside(resolve(text))) tell("path-traversal", placeOfCaller(above), "opens what lies outside");
  }
}

/** Whether an absolute path is that of the examination, and outside of where the program lives and works. */
function isOutside(file) {
  if (!stringStartsWith(file, TARGET)) return false;
  const folders = [session.root, process.cwd(), tmpdir()];
  for (let i = 0; i < folders.length; i += 1) {
    if (folders[i] !== sep && stringStartsWith(file, folders[i] + sep)) return false;
  }
  return true;
}

/** Takes our frames off the stack of an error that a function of Node's threw. */
function withoutUs(error) {
  if (!isNativeError(error) || !areStacksPlain()) return;
  const stack = getOwnPropertyDescriptor(error, "stack");
  if (typeof stack?.value !== "string") return;
  let text = stack.value;
  for (let at = stringIndexOf(text, __filename); at >= 0; at = stringIndexOf(text, __filename)) {
    let from = at;
    while (from > 0 && text[from] !== "\n") from -= 1;
    const next = stringIndexOf(text, "\n", at);
    text = stringSlice(text, 0, from) + (next < 0 ? "" : stringSlice(text, next));
  }
  if (text !== stack.value) defineProperty(error, "stack", { __proto__: null, ...stack, value: text });
}

function throwing(real) {
  const replaced = function (...args) {
    look(args[0], replaced);
    const limit = getOwnPropertyDescriptor(Error, "stackTraceLimit");
    const raises = typeof limit?.value === "number" && limit.writable;
    // One more, for the frame that is ours.
    if (raises) Error.stackTraceLimit = limit.value + 1;
    try {
      return apply(real, this, args);
    } catch (error) {
      withoutUs(error);
      throw error;
    } finally {
      if (raises) Error.stackTraceLimit = limit.value;
    }
  };
  return replaced;
}

/** As an asynchronous function of Node's, which cannot be a constructor and has no property `prototype`. */
function asynchronous(real) {
  const { method } = {
    method(...args) {
      look(args[0], method);
      return apply(real, this, args);
    },
  };
  return method;
}

/** `replaced` with all that can be seen of the function that it stands for. */
function alike(replaced, real) {
  const keys = ownKeys(real);
  for (let i = 0; i < keys.length; i += 1) {
    const there = getOwnPropertyDescriptor(replaced, keys[i]);
    if (there === undefined || there.configurable) defineProperty(replaced, keys[i], getOwnPropertyDescriptor(real, keys[i]));
  }
  setPrototypeOf(replaced, getPrototypeOf(real));
  return replaced;
}

function replace(holder, names, make) {
  for (const name of names) {
    const descriptor = getOwnPropertyDescriptor(holder, name);
    if (typeof descriptor?.value !== "function") continue;
    defineProperty(holder, name, { ...descriptor, value: alike(make(descriptor.value), descriptor.value) });
  }
}

exports.install = (report) => {
  tell = report;
  replace(fs, THROWING, throwing);
  replace(fs.promises, PROMISES, asynchronous);
  syncBuiltinESMExports();
};
exports.requestBegan = () => {
  told = "";
};

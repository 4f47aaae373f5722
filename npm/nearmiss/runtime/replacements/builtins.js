"use strict";
// Functions of Node that are no part of the language: those of its modules, as they are before the program runs; and those that
// are not there, or must not be looked for, before the program calls one.
const { functionToString, isProxy, objectDefineProperty, objectGetOwnPropertyDescriptor, reflectApply, stringIndexOf } =
  require("../intrinsics.js");

const isNode = typeof process === "object" && process !== null;
const load = isNode ? process.getBuiltinModule : undefined;

/**
 * A function of a built-in module, or undefined: in a browser, or where there is none of that name. Asked for when the runtime
 * is loaded: what stands there later may be the program's (a mock), and reading it may run its code.
 */
function builtin(module, path) {
  if (load === undefined) return undefined;
  try {
    let value = load(module);
    for (let i = 0; i < path.length && value !== undefined; i += 1) value = objectGetOwnPropertyDescriptor(value, path[i])?.value;
    return value;
  } catch {
    // A Node without that module.
    return undefined;
  }
}

/** The module of Node behind the classes of `fetch`. Loading it takes long, and it gives `undici` of npm a dispatcher. */
const FETCH = "NativeModule internal/deps/undici/undici";
/** The modules that Node has loaded: it appends to this list. */
const loaded = (isNode ? process.moduleLoadList : undefined) ?? [];
/** In the text of each method of these classes: one that the program has put there has it not. */
const CHECKS_ITS_KIND = "brandCheck(this";

/** In the text of the accessor that Node 20 has in the place of a class until it is read. */
const IS_LAZY = "lazyLoadedValue";

function isLoaded(module) {
  // Mostly it was loaded late.
  for (let i = loaded.length - 1; i >= 0; i -= 1) if (loaded[i] === module) return true;
  return false;
}

/**
 * What stands for a class of the web that Node loads when it is asked for, or undefined while it has not: already a look at
 * the global may load it.
 */
function webClass(name) {
  const is = isLoaded(FETCH) ? objectGetOwnPropertyDescriptor(globalThis, name) : undefined;
  if (is === undefined || is.get === undefined) return is?.value;
  if (!is.configurable || stringIndexOf(functionToString(is.get), IS_LAZY) < 0) return undefined;
  const found = reflectApply(is.get, globalThis, []);
  // The read has put the class in the place of the accessor.
  objectDefineProperty(globalThis, name, is);
  return found;
}

/** A method of such a class, or undefined where the program has put one of its own. */
function webMethod(name, method) {
  const found = webClass(name);
  if (typeof found !== "function" || isProxy(found)) return undefined;
  const prototype = objectGetOwnPropertyDescriptor(found, "prototype")?.value;
  if (typeof prototype !== "object" || prototype === null || isProxy(prototype)) return undefined;
  const f = objectGetOwnPropertyDescriptor(prototype, method)?.value;
  return typeof f === "function" && stringIndexOf(functionToString(f), CHECKS_ITS_KIND) >= 0 ? f : undefined;
}

/** The function that a replacement stands for, or undefined while there is none. */
function functionOf(module) {
  return module.web === undefined ? module.native : webMethod(module.web, module.method);
}

module.exports = { builtin, functionOf, webClass, webMethod };

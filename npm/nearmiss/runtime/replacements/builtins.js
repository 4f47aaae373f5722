"use strict";
// Functions that are not there, or must not be looked for, before the program calls one: no module is loaded for us.
const { functionToString, objectDefineProperty, objectGetOwnPropertyDescriptor, reflectApply, stringIndexOf } =
  require("../intrinsics.js");

const isNode = typeof process === "object" && process !== null;
const load = isNode ? process.getBuiltinModule : undefined;

/** A function of a built-in module, or undefined: in a browser, or where there is none of that name. */
function builtin(module, path) {
  let value = load === undefined ? undefined : load(module);
  for (let i = 0; i < path.length && value !== undefined; i += 1) value = value[path[i]];
  return value;
}

/** The module of Node behind the classes of `fetch`. Loading it takes long, and it gives `undici` of npm a dispatcher. */
const FETCH = "NativeModule internal/deps/undici/undici";
/** The modules that Node has loaded: it appends to this list. */
const loaded = (isNode ? process.moduleLoadList : undefined) ?? [];
const WEB_CLASSES = ["Headers", "FormData"];
/** In the text of each method of these classes: one that the program has put there has it not. */
const CHECKS_ITS_KIND = "brandCheck(this";

/** How the globals were defined before the program ran. */
const globals = { __proto__: null };
for (let i = 0; i < WEB_CLASSES.length; i += 1) globals[WEB_CLASSES[i]] = objectGetOwnPropertyDescriptor(globalThis, WEB_CLASSES[i]);

const classes = { __proto__: null };

function isFetchLoaded() {
  // It was loaded late.
  for (let i = loaded.length - 1; i >= 0; i -= 1) if (loaded[i] === FETCH) return true;
  return false;
}

/** A class of the web that Node makes when it is asked for, or undefined while nobody has. */
function webClass(name) {
  if (classes[name] !== undefined) return classes[name];
  const was = globals[name];
  if (was === undefined || !isFetchLoaded()) return undefined;
  if (was.get === undefined) classes[name] = was.value;
  else {
    // The first read puts the class in the place of the accessor, or of what the program has put there.
    const is = objectGetOwnPropertyDescriptor(globalThis, name);
    if (is === undefined || !is.configurable) return undefined;
    classes[name] = reflectApply(was.get, globalThis, []);
    objectDefineProperty(globalThis, name, is);
  }
  return classes[name];
}

/** A method of such a class, or undefined where the program has put one of its own. */
function webMethod(name, method) {
  const found = webClass(name);
  const f = found === undefined ? undefined : objectGetOwnPropertyDescriptor(found.prototype, method)?.value;
  return typeof f === "function" && stringIndexOf(functionToString(f), CHECKS_ITS_KIND) >= 0 ? f : undefined;
}

/** The function that a replacement stands for, or undefined while there is none. */
function functionOf(module) {
  if (module.builtin !== undefined) return builtin(module.builtin[0], module.builtin[1]);
  return module.web === undefined ? module.native : webMethod(module.web, module.method);
}

module.exports = { functionOf, webClass, webMethod };

// The replacements of the runtime, as generated programs may write them.
import { createRequire } from "node:module";

const require = createRequire(import.meta.url);
const FOLDER = "../../../npm/nearmiss/runtime/replacements";
const { RECEIVERS } = require(`${FOLDER}/index.js`);
const { functionOf } = require(`${FOLDER}/builtins.js`);

// Node loads the classes of `fetch` when they are asked for.
void globalThis.Headers;

/** Modules of Node, by the global of the world (`run/receivers.mjs`) that holds their functions. */
const HOLDERS = { $assert: require("node:assert"), $util: require("node:util"), $crypto: require("node:crypto") };

/** The functions of the global scope that are members are looked for here. */
const GLOBALS = ["Object", "Reflect", "Number", "Array", "Date", "JSON", "URL", "Buffer"];

function pathIn(object, name, value) {
  for (const key of Reflect.ownKeys(object)) {
    if (typeof key === "string" && Object.getOwnPropertyDescriptor(object, key).value === value) return `${name}.${key}`;
  }
  return null;
}

/** How a program names the function where it is called on nothing of its own: `Object.is`, `$assert.equal`; null for methods. */
function staticPath({ receiver, method, native }) {
  if (receiver === "global") return method;
  if (native === undefined) return null;
  for (const name of GLOBALS) {
    const path = pathIn(globalThis[name], name, native);
    if (path !== null) return path;
  }
  for (const [name, module] of Object.entries(HOLDERS)) {
    // Under its own name: the module of assertions has each in its strict form, too.
    if (Object.getOwnPropertyDescriptor(module, method)?.value === native) return `${name}.${method}`;
  }
  return null;
}

/**
 * All: `{ name, receiver, method, native, path, module }`; `name` is "<receiver>.<method>", `native` undefined where this Node
 * has no such function, `path` see {@link staticPath}.
 */
export const REGISTERED = Object.entries(RECEIVERS).flatMap(([receiver, modules]) =>
  modules.map((module) => ({ name: `${receiver}.${module.method}`, receiver, method: module.method, native: functionOf(module), path: staticPath(module), module })),
);

/** Functions of Node's modules that have replacements, by the global that holds them: `{ $assert: { equal, ... }, ... }`. */
export const HELD = Object.fromEntries(Object.keys(HOLDERS).map((holder) => [
  holder,
  Object.freeze(Object.fromEntries(REGISTERED.filter(({ path }) => path?.startsWith(`${holder}.`)).map(({ method, native }) => [method, native]))),
]));

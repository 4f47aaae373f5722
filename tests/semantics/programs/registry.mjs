// The replacements of the runtime, as generated programs may write them.
import { createRequire } from "node:module";

const require = createRequire(import.meta.url);
const FOLDER = "../../../npm/nearmiss/runtime/replacements";
const { RECEIVERS } = require(`${FOLDER}/index.js`);
const { functionOf } = require(`${FOLDER}/builtins.js`);

// Node loads the classes of `fetch` when they are asked for.
void globalThis.Headers;

/** Modules of Node, by the global of the world (`run/receivers.mjs`) that holds their functions. */
const HOLDERS = { "node:assert": "$assert", "node:util": "$util", "node:crypto": "$crypto" };

/** The functions of the global scope that are members are looked for here. */
const GLOBALS = ["Object", "Reflect", "Number", "Array", "Date", "JSON", "URL"];

function globalPath(value) {
  if (value === undefined) return null;
  for (const name of GLOBALS) {
    for (const key of Reflect.ownKeys(globalThis[name])) {
      if (typeof key === "string" && Object.getOwnPropertyDescriptor(globalThis[name], key).value === value) return `${name}.${key}`;
    }
  }
  return null;
}

/** How a program names the function where it is called on nothing of its own: `Object.is`, `$assert.equal`; null for methods. */
function staticPath({ receiver, method, builtin, native }) {
  if (receiver === "global") return method;
  if (builtin !== undefined) {
    const [module, path] = builtin;
    if (module === "node:buffer") return path.includes("prototype") ? null : path.join(".");
    return `${HOLDERS[module]}.${path.join(".")}`;
  }
  return globalPath(native);
}

/**
 * All: `{ name, receiver, method, native, path, module }`; `name` is "<receiver>.<method>", `native` undefined where this Node
 * has no such function, `path` see {@link staticPath}.
 */
export const REGISTERED = Object.entries(RECEIVERS).flatMap(([receiver, modules]) =>
  modules.map((module) => ({ name: `${receiver}.${module.method}`, receiver, method: module.method, native: functionOf(module), path: staticPath(module), module })),
);

/** Functions of Node's modules that have replacements, by the global that holds them: `{ $assert: { equal, ... }, ... }`. */
export const HELD = Object.fromEntries(Object.entries(HOLDERS).map(([module, holder]) => [
  holder,
  Object.freeze(Object.fromEntries(REGISTERED.filter((one) => one.module.builtin?.[0] === module).map(({ method, native }) => [method, native]))),
]));

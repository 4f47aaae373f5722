// Runs the files of a compiled project and writes down what can be seen of it.
import { dirname, join } from "node:path";
import vm from "node:vm";
import { show } from "../run/show.mjs";

let log = [];
let later = [];
let calls = 0;

const nameOf = (value) => (typeof value === "function" ? `${value.name || "anonymous"}` : show(value));
const targetOf = (target) => (typeof target === "function" ? `class ${nameOf(target)}` : nameOf(target?.constructor));
const metadataOf = (value) => (Array.isArray(value) ? `[${value.map(metadataOf)}]` : nameOf(value));

function attempt(name, run) {
  try {
    const value = run();
    log.push(`${name}: ${show(value)}`);
    if (value instanceof Promise) value.catch(() => {});
  } catch (error) {
    log.push(`${name} threw ${error?.name}: ${error?.message}`);
  }
}

const WORLD = {
  $log: (...values) => log.push(values.map((value) => show(value)).join(" ")),
  $try: attempt,
  $later: (run) => later.push(run),
  $key: (name) => (log.push(`key ${name}`), name),
  $calls: (n) => (log.push(`called ${n}`), calls += 1, n),
  $res: (name) => ({ name, [Symbol.dispose]() { log.push(`disposed ${name}`); if (name.startsWith("v1")) throw new Error(`disposer of ${name}`); } }),
  $dec: (name) => {
    log.push(`evaluated ${name}`);
    return (target, key, more) => {
      log.push(`applied ${name} to ${targetOf(target)} ${String(key)} ${typeof more === "object" ? Object.keys(more) : String(more)}`);
      // Some classes are replaced.
      return key === undefined && name.endsWith("3") ? class Replaced extends target { replaced = true; } : undefined;
    };
  },
};
Symbol.dispose ??= Symbol("Symbol.dispose");
Symbol.asyncDispose ??= Symbol("Symbol.asyncDispose");
for (const [name, value] of Object.entries(WORLD)) Object.defineProperty(globalThis, name, { value });
Reflect.metadata = (key, value) => (target, property) => void log.push(`metadata ${key} ${metadataOf(value)} of ${targetOf(target)} ${String(property)}`);

/** A CommonJS loader over texts in memory, as Node's: modules are kept before they run. */
function commonJsOf(outputs) {
  const modules = new Map();
  const load = (name) => {
    const known = modules.get(name);
    if (known !== undefined) return known.exports;
    const text = outputs.get(name);
    if (text === undefined) throw new Error(`no module ${name}`);
    const module = { exports: {} };
    modules.set(name, module);
    const run = vm.compileFunction(text, ["exports", "require", "module", "__filename", "__dirname"], { filename: name });
    const require = (specifier) => load(`${join(dirname(name), specifier)}.js`);
    Reflect.apply(run, module.exports, [module.exports, require, module, name, "."]);
    return module.exports;
  };
  return { load, modules };
}

function describeExports(exports) {
  if (exports === null || typeof exports !== "object") return show(exports);
  return Object.keys(exports).map((key) => {
    const { get, writable, configurable } = Object.getOwnPropertyDescriptor(exports, key);
    let value;
    try {
      value = show(exports[key]);
    } catch (error) {
      value = `${error.name}: ${error.message}`;
    }
    return `${key}${get ? " (getter)" : ""}${writable ? "" : " (not writable)"}${configurable ? "" : " (fixed)"}=${value}`;
  });
}

async function evaluateModules(outputs, entry) {
  const made = new Map();
  for (const [name, text] of outputs) made.set(name, new vm.SourceTextModule(text, { identifier: name }));
  const main = made.get(entry);
  await main.link((specifier, from) => {
    const found = made.get(join(dirname(from.identifier), specifier));
    if (found === undefined) throw new Error(`no module ${specifier}`);
    return found;
  });
  await main.evaluate();
  return made;
}

function describeNamespace(namespace) {
  return Reflect.ownKeys(namespace).filter((key) => typeof key === "string").map((key) => {
    try {
      return `${key}=${show(namespace[key])}`;
    } catch (error) {
      return `${key}: ${error.name}`;
    }
  });
}

/** Runs a project from its first file; answers the log. */
export async function execute(project, outputs) {
  log = [];
  later = [];
  calls = 0;
  const entry = project.files[0].name.replace(/ts$/, "js");
  const isCommonJs = project.options.module === "commonjs";
  try {
    const modules = isCommonJs ? commonJsOf(outputs) : null;
    const loaded = isCommonJs ? (modules.load(entry), modules.modules) : await evaluateModules(outputs, entry);
    for (const run of later) run();
    await null;
    for (const [name, module] of [...loaded].sort(([a], [b]) => (a < b ? -1 : 1))) {
      const lines = isCommonJs ? describeExports(module.exports) : module.status === "evaluated" ? describeNamespace(module.namespace) : ["not evaluated"];
      log.push(...[lines].flat().map((line) => `exports of ${name}: ${line}`));
    }
  } catch (error) {
    log.push(`ended by ${error?.name}: ${error?.message}`);
  }
  return log;
}

"use strict";
// TypeBox 1, ES modules only: compiled validators (`typebox/compile`, `typebox/schema`) and `Check`, `Parse`, `Decode` and
// `Assert` of `typebox/value`. Its schemas are JSON Schema. `Check` and `Parse` of `typebox/schema` are not seen: TypeBox itself
// asks them about parts of schemas.

const { begin, end, ownField } = require("../observe.js");
const { patch, wrapped } = require("../exported.js");
const { describe } = require("./describe.js");
const { isProxy, objectGetPrototypeOf, reflectApply, WeakMap, weakMapGet, weakMapSet } = require("../../runtime/intrinsics.js");

const REFUSALS = { __proto__: null, AssertError: true, DecodeError: true, ParseError: true };

/** Whether an error refuses a value, rather than being what a conversion of the program throws. Some are no `Error`. */
function isRefusal(error) {
  if (typeof error !== "object" || error === null || isProxy(error)) return false;
  const known = ownField(objectGetPrototypeOf(error), "constructor");
  const name = typeof known === "function" ? ownField(known, "name") : undefined;
  return typeof name === "string" && REFUSALS[name] === true;
}

/** The schema that is asked about: methods ask one another, which is one validation. */
let asked = null;

/** Calls `run` and tells how it ended: what it answered if it only checks, else whether it threw a refusal. */
function observed(adapter, schema, value, checks, run) {
  const record = schema === asked ? null : begin(adapter, schema, value);
  if (record === null) return run();
  const before = asked;
  asked = schema;
  let valid;
  try {
    const result = run();
    valid = checks ? result : true;
    return result;
  } catch (error) {
    if (isRefusal(error)) valid = false;
    throw error;
  } finally {
    asked = before;
    end(record, valid);
  }
}

/** One adapter for each context of definitions that a schema may refer to. */
const NONE = {};
const adapters = new WeakMap();
function adapterOf(context) {
  const key = typeof context === "object" && context !== null ? context : NONE;
  let adapter = weakMapGet(adapters, key);
  if (adapter === undefined) {
    adapter = { library: "typebox", describe: (schema) => describe(schema, key) };
    weakMapSet(adapters, key, adapter);
  }
  return adapter;
}

const isSchema = (schema) => typeof schema === "object" && schema !== null && !isProxy(schema);

const wrapMethod = (checks) => (original) =>
  wrapped(original, (self, args) => {
    const run = () => reflectApply(original, self, args);
    // Of `typebox/compile`, else of `typebox/schema`.
    const build = ownField(self, "buildResult") ?? self;
    const schema = ownField(build, "schema");
    return isSchema(schema) ? observed(adapterOf(ownField(build, "context")), schema, args[0], checks, run) : run();
  });

/** `f(schema, value)` or `f(context, schema, value)`. */
const replacements = new WeakMap();
function wrapFunction(original) {
  const known = weakMapGet(replacements, original);
  if (known !== undefined) return known;
  const checks = original.name === "Check";
  const made = wrapped(original, (self, args) => {
    const run = () => reflectApply(original, self, args);
    const at = args.length - 2;
    if (at !== 0 && at !== 1) return run();
    const schema = args[at];
    return isSchema(schema) ? observed(adapterOf(at === 0 ? NONE : args[0]), schema, args[at + 1], checks, run) : run();
  });
  weakMapSet(replacements, original, made);
  weakMapSet(replacements, made, made);
  return made;
}

/** A class may be reached by `import` and by `require`. */
const patched = new WeakMap();
function patchValidator(Validator, methods) {
  if (typeof Validator !== "function") return false;
  if (weakMapGet(patched, Validator)) return true;
  weakMapSet(patched, Validator, true);
  let all = true;
  for (const name of methods) all = patch(Validator.prototype, name, wrapMethod(name === "Check")) && all;
  return all;
}

const FUNCTIONS = ["Check", "Decode", "Parse", "Assert"];
const METHODS = {
  "build/compile/validator.mjs": ["Check", "Parse", "Decode"],
  "build/compile/index.mjs": ["Check", "Parse", "Decode"],
  "build/schema/compile.mjs": ["Check", "Parse"],
  "build/schema/index.mjs": ["Check", "Parse"],
};

/** Hooks of older versions of Node do not see what a `require` of a module loads: it is loaded by then. */
exports.files = { "build/compile/index.mjs": true, "build/schema/index.mjs": true };
exports.modules = {
  "build/compile/validator.mjs": [],
  "build/schema/compile.mjs": [],
  "build/value/index.mjs": FUNCTIONS,
  "build/value/value.mjs": FUNCTIONS,
};
/** Modules whose exports are those of others, so that their text does not show the names. */
exports.passing = { "build/value/index.mjs": true };

exports.adapt = (file, exported) => {
  if (METHODS[file] !== undefined) {
    const Validator = exported.Validator ?? exported.default?.Validator;
    return patchValidator(Validator, METHODS[file]) ? {} : undefined;
  }
  const replaced = {};
  for (const name of FUNCTIONS) {
    if (typeof exported[name] !== "function") return undefined;
    replaced[name] = wrapFunction(exported[name]);
  }
  return replaced;
};

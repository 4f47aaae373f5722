"use strict";
// TypeBox 0.34: compiled checks (`TypeCheck`) and `Value.Check`, `Parse`, `Decode` and `Assert`. Its schemas are JSON Schema.

const { begin, end, isOfClass, ownField } = require("../observe.js");
const { patch, wrapped } = require("../exported.js");
const { describe: copy } = require("../ajv_8/describe.js");
const { isProxy, reflectApply } = require("../../runtime/intrinsics.js");

const describe = (schema) => copy({ schema, refs: {} });
const adapter = { library: "typebox", describe };

/** Errors by which a value is refused, rather than what a transformation of the program throws. */
const isRefusal = (error) =>
  isOfClass(error, "TransformDecodeCheckError") || isOfClass(error, "AssertError") || isOfClass(error, "ParseError");

/** Calls `run` and tells how it ended: what it answered if it only checks, else whether it threw a refusal. */
function observed(schema, value, checks, run) {
  const record = begin(adapter, schema, value);
  if (record === null) return run();
  let valid;
  try {
    const result = run();
    valid = checks ? result : true;
    return result;
  } catch (error) {
    if (isRefusal(error)) valid = false;
    throw error;
  } finally {
    end(record, valid);
  }
}

const isSchema = (schema) => typeof schema === "object" && schema !== null && !isProxy(schema);

const wrapMethod = (checks) => (original) =>
  wrapped(original, (self, args) => {
    const run = () => reflectApply(original, self, args);
    const schema = ownField(self, "schema");
    return isSchema(schema) ? observed(schema, args[0], checks, run) : run();
  });

/** `f(schema, value)` or `f(schema, references, value)`. */
const wrapFunction = (original) =>
  wrapped(original, (self, args) => {
    const run = () => reflectApply(original, self, args);
    if (args.length < 2 || !isSchema(args[0])) return run();
    return observed(args[0], args[args.length - 1], original.name === "Check", run);
  });

const FUNCTIONS = ["Check", "Decode", "Parse", "Assert"];
exports.files = { "build/cjs/compiler/compiler.js": true, "build/cjs/value/value/value.js": true };
exports.modules = { "build/esm/compiler/compiler.mjs": [], "build/esm/value/value/value.mjs": FUNCTIONS };

exports.adapt = (file, exported) => {
  if (file.includes("/compiler/")) {
    const { TypeCheck } = exported;
    if (typeof TypeCheck !== "function") return undefined;
    const patched =
      patch(TypeCheck.prototype, "Check", wrapMethod(true)) && patch(TypeCheck.prototype, "Decode", wrapMethod(false));
    return patched ? {} : undefined;
  }
  const replaced = {};
  for (const name of FUNCTIONS) if (typeof exported[name] === "function") replaced[name] = wrapFunction(exported[name]);
  return "Check" in replaced ? replaced : undefined;
};

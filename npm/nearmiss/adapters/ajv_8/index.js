"use strict";
// ajv 8: every function that checks is made by `compileSchema` of `dist/compile`, for `compile`, `validate` and frameworks
// that hold an instance of their own (Fastify). What it makes is wrapped; the wrapper stands in its place everywhere.

const { begin, end, leave } = require("../observe.js");
const { patch, wrapped } = require("../exported.js");
const { describe } = require("./describe.js");
const { isProxy, objectGetOwnPropertyDescriptor, objectHasOwn, reflectApply, WeakMap, weakMapGet, weakMapSet } =
  require("../../runtime/intrinsics.js");

const adapter = { library: "ajv", describe };

/** Whether code that ajv has made is calling: it says of which whole the input is a part. Frameworks say less than that. */
function isPartOf(context) {
  if (typeof context !== "object" || context === null || isProxy(context)) return false;
  return objectGetOwnPropertyDescriptor(context, "rootData") !== undefined;
}

function wrapCheck(original) {
  const { schemaEnv } = original;
  const check = wrapped(original, (self, args) => {
    const record = isPartOf(args[1]) ? null : begin(adapter, schemaEnv, args[0]);
    const valid = reflectApply(original, self, args);
    check.errors = original.errors;
    if (objectHasOwn(original, "evaluated")) check.evaluated = original.evaluated;
    // What waits answers a promise that only the program handles.
    if (record !== null && schemaEnv.$async) leave(record);
    else if (record !== null) end(record, valid === true);
    return valid;
  });
  return check;
}

/** Checks that are wrapped. */
const known = new WeakMap();

/** Puts a wrapper in the place of the check of a compiled schema, unless there is one. */
function observe(environment, { opts }) {
  const { validate } = environment;
  if (typeof validate !== "function" || environment.meta || opts.jtd) return;
  if (weakMapGet(known, validate) !== undefined) return;
  environment.validate = wrapCheck(validate);
  weakMapSet(known, environment.validate, true);
}

const wrapCompile = (original) =>
  wrapped(original, (self, args) => {
    const compiled = reflectApply(original, self, args);
    if (compiled === args[0]) observe(compiled, self);
    return compiled;
  });

/** What was compiled as a part of another schema is asked for by these: then it is a check of its own. */
const wrapAnswer = (original) =>
  wrapped(original, (self, args) => {
    const check = reflectApply(original, self, args);
    const environment = check?.schemaEnv;
    if (environment === undefined || environment.validate !== check) return check;
    observe(environment, self);
    return environment.validate;
  });

exports.files = { "dist/compile/index.js": true, "dist/core.js": true };
exports.modules = {};

exports.adapt = (file, { compileSchema, default: Core }) => {
  if (file === "dist/core.js") {
    const answers = ["compile", "getSchema"];
    return answers.every((name) => patch(Core.prototype, name, wrapAnswer)) ? {} : undefined;
  }
  return typeof compileSchema === "function" ? { compileSchema: wrapCompile(compileSchema) } : undefined;
};

"use strict";
// ajv 8: every function that checks is made by `compileSchema` of `dist/compile`, for `compile`, `validate` and frameworks
// that hold an instance of their own (Fastify). What it makes is wrapped; the wrapper stands in its place everywhere.

const { begin, end } = require("../observe.js");
const { wrapped } = require("../exported.js");
const { describe } = require("./describe.js");
const { objectHasOwn, reflectApply, WeakMap, weakMapGet, weakMapSet } = require("../../runtime/intrinsics.js");

const adapter = { library: "ajv", describe };

function wrapCheck(original) {
  const { schemaEnv } = original;
  const check = wrapped(original, (self, args) => {
    // Code that ajv has made says where in the whole it is.
    const record = args[1] === undefined ? begin(adapter, schemaEnv, args[0]) : null;
    const valid = reflectApply(original, self, args);
    check.errors = original.errors;
    if (objectHasOwn(original, "evaluated")) check.evaluated = original.evaluated;
    if (record !== null) end(record, valid === true);
    return valid;
  });
  return check;
}

/** Checks that are wrapped. */
const known = new WeakMap();

const wrapCompile = (original) =>
  wrapped(original, (self, args) => {
    const compiled = reflectApply(original, self, args);
    const environment = args[0];
    const { validate } = environment;
    // What waits answers a promise that only the program handles.
    const observed = typeof validate === "function" && !environment.meta && !environment.$async && !self.opts.jtd;
    if (observed && compiled === environment && weakMapGet(known, validate) === undefined) {
      environment.validate = wrapCheck(validate);
      weakMapSet(known, environment.validate, true);
    }
    return compiled;
  });

exports.files = { "dist/compile/index.js": true };
exports.modules = {};

exports.adapt = (file, { compileSchema }) =>
  typeof compileSchema === "function" ? { compileSchema: wrapCompile(compileSchema) } : undefined;

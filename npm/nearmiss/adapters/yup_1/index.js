"use strict";
// yup 1: all ways to validate end in `validate` and `validateSync` of the class that all schemas share; what is resolved there
// gets a stand-in whose `_validate` tells how it ended.

const { begin, end, inherits, isOfClass } = require("../observe.js");
const { patch, wrapped } = require("../exported.js");
const { reflectApply } = require("../../runtime/intrinsics.js");
const { describe, remember } = require("./describe.js");

const adapter = { library: "yup", describe };

/** The one schema that is left once conditions on the value are decided, told apart. */
function told(resolved, record) {
  return Object.create(resolved, {
    _validate: {
      value(value, options, panic, next) {
        return resolved._validate(
          value,
          options,
          (error, parsed) => {
            if (isOfClass(error, "ValidationError")) end(record, false);
            return panic(error, parsed);
          },
          (errors, parsed) => {
            end(record, errors.length === 0);
            return next(errors, parsed);
          },
        );
      },
    },
  });
}

const standIn = (schema, record) =>
  Object.create(schema, { resolve: { value: (options) => told(schema.resolve(options), record) } });

const wrapValidate = (prototype) => (original) =>
  ({
    validate(value, options) {
      const record = inherits(this, prototype) ? begin(adapter, this, value) : null;
      return reflectApply(original, record === null ? this : standIn(this, record), [value, options]);
    },
  }).validate;

/** What the function given to `lazy` answers is remembered, so that we need not call it. */
const wrapResolve = (lazy) => (original) =>
  wrapped(original, (self, args) => {
    const inner = reflectApply(original, self, args);
    remember(lazy, inner);
    return inner;
  });

exports.files = { "index.js": true };
exports.modules = {};

/** The function stands on the schema itself, or on its class. */
const wrapLazy = (original) =>
  wrapped(original, (self, args) => {
    const made = reflectApply(original, self, args);
    patch(made, "_resolve", wrapResolve(made));
    return made;
  });

exports.adapt = (file, { Schema, lazy }) => {
  if (typeof Schema !== "function" || typeof lazy !== "function") return undefined;
  const patched =
    patch(Schema.prototype, "validate", wrapValidate(Schema.prototype)) &&
    patch(Schema.prototype, "validateSync", wrapValidate(Schema.prototype));
  return patched ? { lazy: wrapLazy(lazy) } : undefined;
};

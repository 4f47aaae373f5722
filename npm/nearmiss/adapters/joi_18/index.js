"use strict";
// joi 18 and 17: `validate`, `validateAsync`, `attempt` and `assert` of every schema end in `entry` and `entryAsync` of
// `lib/validator`.

const { begin, end } = require("../observe.js");
const { patch } = require("../exported.js");
const { reflectApply } = require("../../runtime/intrinsics.js");
const { describe } = require("./describe.js");

const adapter = { library: "joi", describe };

const wrapEntry = (original) =>
  ({
    entry(value, schema, preferences) {
      const record = begin(adapter, schema, value);
      const outcome = reflectApply(original, this, [value, schema, preferences]);
      if (record !== null) end(record, outcome.error === undefined);
      return outcome;
    },
  }).entry;

/** The rules that need not wait decide; the first call of `validate` is that of the whole value. */
const wrapEntryAsync = (validator) => (original) =>
  ({
    entryAsync(value, schema, preferences) {
      const record = begin(adapter, schema, value);
      if (record === null) return reflectApply(original, this, [value, schema, preferences]);
      const { validate } = validator;
      const restore = () => {
        validator.validate = validate;
      };
      validator.validate = function whole(input, of, state, settings, overrides) {
        restore();
        const result = validate(input, of, state, settings, overrides);
        end(record, !result.errors);
        return result;
      };
      try {
        return reflectApply(original, this, [value, schema, preferences]);
      } finally {
        restore();
      }
    },
  }).entryAsync;

exports.files = { "lib/validator.js": true };
exports.modules = {};

exports.adapt = (file, validator) => {
  if (typeof validator.validate !== "function") return undefined;
  return patch(validator, "entry", wrapEntry) && patch(validator, "entryAsync", wrapEntryAsync(validator)) ? {} : undefined;
};

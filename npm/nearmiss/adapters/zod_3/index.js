"use strict";
// zod 3: `parse` and `parseAsync` of every schema end in `safeParse` and `safeParseAsync` of the class that all share.

const { begin, end, inherits, whenThere } = require("../observe.js");
const { patch } = require("../exported.js");
const { reflectApply } = require("../../runtime/intrinsics.js");
const { describe, remember } = require("./describe.js");

const adapter = { library: "zod", describe };

/** The schema, with an inner result that is told: `safeParseAsync` itself waits for it. */
function standIn(schema, record) {
  const told = (result) => end(record, result.status === "valid");
  return Object.create(schema, {
    _parse: {
      value(input) {
        const result = schema._parse(input);
        whenThere(result, told);
        return result;
      },
    },
  });
}

const wrapSafeParse = (prototype) => (original) =>
  ({
    safeParse(data, params) {
      const record = inherits(this, prototype) ? begin(adapter, this, data) : null;
      const result = reflectApply(original, this, [data, params]);
      if (record !== null) end(record, result.success);
      return result;
    },
  }).safeParse;

const wrapSafeParseAsync = (prototype) => (original) =>
  ({
    safeParseAsync(data, params) {
      const record = inherits(this, prototype) ? begin(adapter, this, data) : null;
      return reflectApply(original, record === null ? this : standIn(this, record), [data, params]);
    },
  }).safeParseAsync;

/** What `lazy` answered is remembered, so that we need not call a function of the program. */
const wrapLazy = (original) =>
  ({
    _parse(input) {
      const { getter } = this._def;
      const lazy = this;
      const told = Object.create(lazy, {
        _def: {
          value: Object.create(lazy._def, {
            getter: {
              value() {
                const inner = getter();
                remember(lazy, inner);
                return inner;
              },
            },
          }),
        },
      });
      return reflectApply(original, told, [input]);
    },
  })._parse;

/** In zod 3 itself, the package `zod/v3` of zod 4, and builds of 3.24 and before. */
const FILES = ["v3/types.cjs", "lib/types.js"];
exports.files = Object.fromEntries(FILES.map((file) => [file, true]));
exports.modules = { "v3/types.js": [] };

exports.adapt = (file, { ZodType, ZodLazy }) => {
  if (typeof ZodType !== "function" || typeof ZodLazy !== "function") return undefined;
  const patched =
    patch(ZodType.prototype, "safeParse", wrapSafeParse(ZodType.prototype)) &&
    patch(ZodType.prototype, "safeParseAsync", wrapSafeParseAsync(ZodType.prototype)) &&
    patch(ZodLazy.prototype, "_parse", wrapLazy);
  return patched ? {} : undefined;
};

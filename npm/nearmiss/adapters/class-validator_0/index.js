"use strict";
// class-validator 0.14 and 0.15: every validation makes one executor, which goes through the object and, at the end, leaves
// out what is no error. Classes of nested objects are learnt from the objects that were seen.

const { begin, end } = require("../observe.js");
const { patch } = require("../exported.js");
const { describe, learn } = require("./describe.js");
const { isProxy, objectGetOwnPropertyDescriptor, objectGetPrototypeOf, reflectApply, WeakMap, weakMapGet, weakMapSet } =
  require("../../runtime/intrinsics.js");

/** Records of executors under way; null for one that nobody wants to know of. */
const records = new WeakMap();

/** The class of an instance, without code of the program. */
function classOf(object) {
  if (typeof object !== "object" || object === null || isProxy(object)) return undefined;
  const prototype = objectGetPrototypeOf(object);
  const known = prototype === null ? undefined : objectGetOwnPropertyDescriptor(prototype, "constructor")?.value;
  return typeof known === "function" && known !== Object ? known : undefined;
}

const adapter = { library: "class-validator", describe };

const wrapExecute = (original) =>
  ({
    execute(object, schema, errors) {
      // The executor calls itself for what is nested.
      if (weakMapGet(records, this) === undefined) {
        const known = schema === undefined ? classOf(object) : undefined;
        if (known !== undefined) learn(known, object, classOf, this.metadataStorage);
        weakMapSet(records, this, known === undefined ? null : begin(adapter, known, object));
      }
      return reflectApply(original, this, [object, schema, errors]);
    },
  }).execute;

const wrapStrip = (original) =>
  ({
    stripEmptyErrors(errors) {
      const record = weakMapGet(records, this) ?? null;
      weakMapSet(records, this, null);
      const left = reflectApply(original, this, [errors]);
      if (record !== null) end(record, left.length === 0);
      return left;
    },
  }).stripEmptyErrors;

exports.files = { "cjs/validation/ValidationExecutor.js": true };
exports.modules = {};

exports.adapt = (file, { ValidationExecutor }) => {
  if (typeof ValidationExecutor !== "function") return undefined;
  const { prototype } = ValidationExecutor;
  return patch(prototype, "execute", wrapExecute) && patch(prototype, "stripEmptyErrors", wrapStrip) ? {} : undefined;
};

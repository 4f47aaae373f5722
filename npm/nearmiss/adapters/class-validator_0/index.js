"use strict";
// class-validator 0.14 and 0.15: every validation makes one executor, which goes through the object and, at the end, leaves
// out what is no error. Classes of nested objects are learnt from the objects that were seen.

const { begin, end, ownField } = require("../observe.js");
const { patch } = require("../exported.js");
const { unseen } = require("../validator_13/index.js");
const { coverageOf, describe, learn } = require("./describe.js");
const { isProxy, objectGetPrototypeOf, reflectApply, WeakMap, weakMapGet, weakMapSet } = require("../../runtime/intrinsics.js");

/** Records of executors under way; null for one that nobody wants to know of. */
const records = new WeakMap();

/** The class of an instance, without code of the program. */
function classOf(object) {
  if (typeof object !== "object" || object === null || isProxy(object)) return undefined;
  const known = ownField(objectGetPrototypeOf(object), "constructor");
  return typeof known === "function" && known !== Object ? known : undefined;
}

const adapter = { library: "class-validator", describe };

/** Schemas by class, `{ known, covers }`: another object, to be read anew, whenever the class of a nested object is learnt. */
const schemas = new WeakMap();

function schemaOf(known, isNew) {
  const before = weakMapGet(schemas, known);
  if (before !== undefined && !isNew) return before;
  const made = { known, covers: before?.covers ?? coverageOf(known) };
  weakMapSet(schemas, known, made);
  return made;
}

/** The schema of an object that is given to an executor; null for what has no class. */
function schemaOfObject(object, { metadataStorage }) {
  const known = classOf(object);
  return known === undefined ? null : schemaOf(known, learn(known, object, classOf, metadataStorage));
}

const wrapExecute = (original) =>
  ({
    execute(object, schema, errors) {
      const read = schemaOfObject(object, this);
      // The executor calls itself for what is nested.
      if (weakMapGet(records, this) === undefined) {
        weakMapSet(records, this, read === null || schema !== undefined ? null : begin(adapter, read, object));
      }
      const run = () => reflectApply(original, this, [object, schema, errors]);
      return read === null ? run() : unseen(run, read.covers);
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

"use strict";
// TypeORM 0.3: enumerations of entities, and what class-validator asks of their properties, as a data source has built what it
// knows of them.

const { patch, wrapped } = require("../exported.js");
const { map } = require("../lists.js");
const { tellModel } = require("../models.js");
const { propertiesOf } = require("../class-validator_0/describe.js");
const { arrayIsArray, reflectApply } = require("../../runtime/intrinsics.js");

/** Answers what class-validator says of the properties of a class, by name. */
function rulesOf(target) {
  const rules = new Map();
  // Where all copies of the library keep it.
  const { classValidatorMetadataStorage: storage } = globalThis;
  if (storage === undefined || typeof target !== "function") return rules;
  for (const { name, schema } of propertiesOf(target, storage)) rules.set(name, schema);
  return rules;
}

/** An entity as tables have it. */
function described({ columns, schema, tableName, target }) {
  const rules = rulesOf(target);
  const read = ({ databaseName, embeddedMetadata, enum: values, isArray, isNullable, propertyName, relationMetadata }) => {
    const isOwn = embeddedMetadata === undefined && relationMetadata === undefined && !isArray;
    const listed = arrayIsArray(values) && values.length > 0 ? { enum: values } : undefined;
    return { name: databaseName, required: !isNullable, schema: isOwn ? (rules.get(propertyName) ?? listed) : undefined };
  };
  return { table: tableName, schema, columns: map(columns, read) };
}

const wrapValidate = (original) =>
  wrapped(original, (self, args) => {
    const result = reflectApply(original, self, args);
    for (const entity of args[0]) tellModel(() => described(entity));
    return result;
  });

exports.files = { "metadata-builder/EntityMetadataValidator.js": true };
exports.modules = {};

exports.adapt = (file, { EntityMetadataValidator }) =>
  typeof EntityMetadataValidator === "function" && patch(EntityMetadataValidator.prototype, "validateMany", wrapValidate) ? {} : undefined;

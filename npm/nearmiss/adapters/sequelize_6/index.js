"use strict";
// Sequelize 6: what `validate` of a model's attributes asks for, enumerations and `allowNull`, as a model is initialised.

const { patch, wrapped } = require("../exported.js");
const { map } = require("../lists.js");
const { schemaOfRules, tellModel } = require("../models.js");
const { ownField } = require("../observe.js");
const { arrayIsArray, objectKeys, reflectApply } = require("../../runtime/intrinsics.js");

/** Rules that validator.js has by another name, or not at all. */
const NAMES = { __proto__: null, is: "matches", regex: "matches", len: "isLength", notEmpty: "isNotEmpty", isUrl: "isURL" };

/** The arguments of a rule, as the library reads them: `true`, one, a list, or `{ args, msg }`. */
function argumentsOf(rule) {
  const given = ownField(rule, "args") ?? rule;
  if (given === true) return [];
  return arrayIsArray(given) ? given : [given];
}

function schemaOf({ type, validate }) {
  const values = ownField(type, "values");
  if (arrayIsArray(values) && values.length > 0) return { type: "string", enum: values };
  if (typeof validate !== "object" || validate === null) return undefined;
  const named = objectKeys(validate).filter((name) => typeof validate[name] !== "function");
  return schemaOfRules(map(named, (name) => [NAMES[name] ?? name, argumentsOf(validate[name])]));
}

/** A model as tables have it. */
function described(model) {
  const attributes = ownField(model, "rawAttributes");
  const columns = map(objectKeys(attributes), (name) => {
    const attribute = attributes[name];
    const isFilled = attribute.autoIncrement === true || "defaultValue" in attribute;
    return { name: attribute.field ?? name, required: attribute.allowNull === false && !isFilled, schema: schemaOf(attribute) };
  });
  return { table: ownField(model, "tableName"), schema: ownField(model, "_schema") ?? undefined, columns };
}

const wrapInit = (original) =>
  wrapped(original, (self, args) => {
    const model = reflectApply(original, self, args);
    tellModel(() => described(self));
    return model;
  });

exports.files = { "lib/model.js": true };
exports.modules = {};

exports.adapt = (file, Model) => (typeof Model === "function" && patch(Model, "init", wrapInit) ? {} : undefined);

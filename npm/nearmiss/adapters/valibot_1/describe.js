"use strict";
// A schema of valibot as JSON Schema, read from its properties; a pipe's steps up to the first that makes another value.

const { isRegExp, objectHasOwn, objectKeys } = require("../../runtime/intrinsics.js");
const { createLazyAnswers } = require("../lazy_answers.js");
const { map, some } = require("../lists.js");
const { buildSchema, isLiteral, node, oneOf, orNull, Patterns, record, tuple } = require("../schema_text.js");

const FORMATS = {
  email: "email", rfc_email: "email", url: "uri", uuid: "uuid", iso_date: "date", iso_timestamp: "date-time", ipv4: "ipv4",
  ipv6: "ipv6", ip: "ipv4", base64: "base64", iso_time_second: "time",
};
const OPTIONAL = { optional: true, nullish: true, undefinedable: true, exact_optional: true, undefined: true };
const WRAPPERS = { optional: true, exact_optional: true, undefinedable: true, non_optional: true, non_nullable: true, non_nullish: true };
const lazies = createLazyAnswers();

exports.remember = lazies.remember;

function step(action, into, patterns) {
  const { type, requirement } = action;
  const size = into.type === "array" ? "Items" : "Length";
  if (type === "min_length" && isLiteral(requirement)) into[`min${size}`] = requirement;
  else if (type === "max_length" && isLiteral(requirement)) into[`max${size}`] = requirement;
  else if (type === "length" && isLiteral(requirement)) into[`min${size}`] = into[`max${size}`] = requirement;
  else if (type === "non_empty") into[`min${size}`] ??= 1;
  else if (type === "integer" || type === "safe_integer") into.type = "integer";
  else if (type === "min_value" && typeof requirement === "number") into.minimum = requirement;
  else if (type === "max_value" && typeof requirement === "number") into.maximum = requirement;
  else if (type === "gt_value" && typeof requirement === "number") into.exclusiveMinimum = requirement;
  else if (type === "lt_value" && typeof requirement === "number") into.exclusiveMaximum = requirement;
  else if (type === "multiple_of" && typeof requirement === "number") into.multipleOf = requirement;
  else if (type === "value" && isLiteral(requirement)) into.const = requirement;
  else if (type === "starts_with") patterns.startsWith(requirement);
  else if (type === "ends_with") patterns.endsWith(requirement);
  else if (type === "includes" && typeof requirement === "string") patterns.includes(requirement);
  else if (objectHasOwn(FORMATS, type)) into.format = FORMATS[type];
  else if (isRegExp(requirement)) patterns.matches(requirement);
}

/** A pipe: its first schema, narrowed by what follows until the value becomes another. */
function piped(schema, walk) {
  const into = ofType(schema, walk);
  const patterns = new Patterns();
  for (let i = 1; i < schema.pipe.length; i += 1) {
    const { kind, type } = schema.pipe[i];
    if (kind === "transformation" && type !== "trim" && type !== "to_lower_case" && type !== "to_upper_case") break;
    if (kind === "schema") break;
    if (kind === "validation") step(schema.pipe[i], into, patterns);
  }
  return patterns.into(into);
}

function isOptional(schema) {
  if (objectHasOwn(OPTIONAL, schema.type)) return true;
  return schema.type === "nullable" && isOptional(schema.wrapped);
}

function object(schema, walk) {
  const fields = map(objectKeys(schema.entries), (name) => {
    const field = schema.entries[name];
    return { name, schema: walk(field), needed: !isOptional(field) };
  });
  return record(fields, schema.type === "strict_object" ? { additionalProperties: false } : {});
}

function ofType(schema, walk) {
  switch (schema.type) {
    case "string":
      return node({ type: "string" });
    case "number":
      return node({ type: "number" });
    case "boolean":
      return node({ type: "boolean" });
    case "null":
      return node({ type: "null" });
    case "literal":
      return oneOf([schema.literal]);
    case "picklist":
    case "enum":
      return oneOf(schema.options);
    case "array":
      return node({ type: "array", items: walk(schema.item) });
    case "object":
    case "loose_object":
    case "strict_object":
    case "object_with_rest":
      return object(schema, walk);
    case "union":
    case "variant":
      return node({ anyOf: map(schema.options, walk) });
    case "intersect":
      return node({ allOf: map(schema.options, walk) });
    case "tuple":
    case "loose_tuple":
    case "strict_tuple":
    case "tuple_with_rest":
      return tuple(schema.items, schema.rest, walk);
    case "record":
      return node({ type: "object", additionalProperties: walk(schema.value) });
    case "nullable":
    case "nullish":
      return orNull(walk(schema.wrapped));
    case "lazy":
      return lazies.described(schema, walk);
    default:
      return objectHasOwn(WRAPPERS, schema.type) ? walk(schema.wrapped) : node({});
  }
}

const convert = (schema, walk) => (schema.pipe === undefined ? ofType(schema, walk) : piped(schema, walk));

/** The title that a step of its pipe gives a schema. */
function nameOf(schema) {
  let name;
  some(schema.pipe ?? [], (action) => {
    if (action.type === "title" && typeof action.title === "string") name = action.title;
    return name !== undefined;
  });
  return name;
}

exports.describe = (schema) =>
  schema?.kind === "schema" ? { ...buildSchema(schema, convert), name: nameOf(schema) } : null;

"use strict";
// A schema of zod 3 as JSON Schema, read from its definitions.

const { objectHasOwn, objectKeys, Set, setHas } = require("../../runtime/intrinsics.js");
const { createLazyAnswers } = require("../lazy_answers.js");
const { each, filter, map, some } = require("../lists.js");
const { buildSchema, node, oneOf, orNull, Patterns, record, tuple } = require("../schema_text.js");

const FORMATS = { email: "email", url: "uri", uuid: "uuid", datetime: "date-time", date: "date", time: "time", base64: "base64" };
const INNER = new Set(["ZodOptional", "ZodDefault", "ZodCatch", "ZodReadonly", "ZodBranded"]);
const lazies = createLazyAnswers();

exports.remember = (lazy, inner) => lazies.remember(lazy._def, inner);

function text(checks) {
  const into = node({ type: "string" });
  const patterns = new Patterns();
  each(checks, (check) => {
    if (check.kind === "min") into.minLength = check.value;
    else if (check.kind === "max") into.maxLength = check.value;
    else if (check.kind === "length") into.minLength = into.maxLength = check.value;
    else if (check.kind === "regex") patterns.matches(check.regex);
    else if (check.kind === "startsWith") patterns.startsWith(check.value);
    else if (check.kind === "endsWith") patterns.endsWith(check.value);
    else if (check.kind === "includes") patterns.includes(check.value);
    else if (check.kind === "ip") into.format = check.version === "v6" ? "ipv6" : "ipv4";
    else if (objectHasOwn(FORMATS, check.kind)) into.format = FORMATS[check.kind];
  });
  return patterns.into(into);
}

function number(checks) {
  const into = node({ type: "number" });
  each(checks, (check) => {
    if (check.kind === "int") into.type = "integer";
    else if (check.kind === "min") into[check.inclusive ? "minimum" : "exclusiveMinimum"] = check.value;
    else if (check.kind === "max") into[check.inclusive ? "maximum" : "exclusiveMaximum"] = check.value;
    else if (check.kind === "multipleOf") into.multipleOf = check.value;
  });
  return into;
}

function array(definition, walk) {
  const into = node({ type: "array", items: walk(definition.type) });
  const { minLength, maxLength, exactLength } = definition;
  if (minLength) into.minItems = minLength.value;
  if (maxLength) into.maxItems = maxLength.value;
  if (exactLength) into.minItems = into.maxItems = exactLength.value;
  return into;
}

function isOptional({ _def: definition }) {
  switch (definition.typeName) {
    case "ZodOptional":
    case "ZodDefault":
    case "ZodCatch":
    case "ZodAny":
    case "ZodUnknown":
    case "ZodUndefined":
      return true;
    case "ZodNullable":
    case "ZodReadonly":
      return isOptional(definition.innerType);
    case "ZodEffects":
      return isOptional(definition.schema);
    case "ZodPipeline":
      return isOptional(definition.in);
    case "ZodUnion":
      return some(definition.options, isOptional);
    default:
      return false;
  }
}

function object(definition, walk) {
  const shape = definition.shape();
  const fields = map(objectKeys(shape), (name) => ({
    name,
    schema: walk(shape[name]),
    needed: !isOptional(shape[name]),
  }));
  return record(fields, definition.unknownKeys === "strict" ? { additionalProperties: false } : {});
}

/** Numbers of a TypeScript enum are there under their names and the other way round. */
const nativeEnum = (values) =>
  oneOf(
    map(
      filter(objectKeys(values), (key) => typeof values[values[key]] !== "number"),
      (key) => values[key],
    ),
  );

function convert(schema, walk) {
  const definition = schema._def;
  if (setHas(INNER, definition.typeName)) return walk(definition.innerType ?? definition.type);
  switch (definition.typeName) {
    case "ZodString":
      return text(definition.checks);
    case "ZodNumber":
      return number(definition.checks);
    case "ZodBigInt":
      return definition.coerce ? node({ type: "integer" }) : node({});
    case "ZodBoolean":
      return node({ type: "boolean" });
    case "ZodDate":
      return definition.coerce ? node({ type: "string", format: "date-time" }) : node({});
    case "ZodNull":
      return node({ type: "null" });
    case "ZodLiteral":
      return oneOf([definition.value]);
    case "ZodEnum":
      return oneOf(definition.values);
    case "ZodNativeEnum":
      return nativeEnum(definition.values);
    case "ZodArray":
      return array(definition, walk);
    case "ZodObject":
      return object(definition, walk);
    case "ZodUnion":
    case "ZodDiscriminatedUnion":
      return node({ anyOf: map(definition.options, walk) });
    case "ZodIntersection":
      return node({ allOf: [walk(definition.left), walk(definition.right)] });
    case "ZodTuple":
      return tuple(definition.items, definition.rest, walk);
    case "ZodRecord":
      return node({ type: "object", additionalProperties: walk(definition.valueType) });
    case "ZodNullable":
      return orNull(walk(definition.innerType));
    case "ZodEffects":
      return walk(definition.schema);
    case "ZodPipeline":
      return walk(definition.in);
    case "ZodLazy":
      return lazies.described(definition, walk);
    default:
      return node({});
  }
}

exports.describe = (schema) => {
  const name = schema._def.description;
  return { ...buildSchema(schema, convert), name: typeof name === "string" && name.length <= 40 ? name : undefined };
};

"use strict";
// A schema of zod 4 as JSON Schema, read from its definitions. Functions of the program (`lazy`, getters of a shape) are not
// called: what they answered is read once the library has called them.

const { isRegExp, objectGetOwnPropertyDescriptor, objectHasOwn, objectKeys } = require("../../runtime/intrinsics.js");
const { each, map, some } = require("../lists.js");
const { buildSchema, isLiteral, node, oneOf, orNull, patternOf, Patterns, record, tuple } = require("../schema_text.js");

/** Formats of zod that JSON Schema has under another name or the same. */
const FORMATS = {
  email: "email", url: "uri", uuid: "uuid", guid: "uuid", datetime: "date-time", date: "date", time: "time", ipv4: "ipv4",
  ipv6: "ipv6", base64: "base64", hostname: "hostname",
};
const INTEGERS = {
  safeint: { least: -9007199254740991, most: 9007199254740991 },
  int32: { least: -2147483648, most: 2147483647 },
  uint32: { least: 0, most: 4294967295 },
};

/** Puts what one check says into the node; patterns are collected. */
function applyCheck(check, into, patterns) {
  const size = into.type === "array" ? "Items" : "Length";
  switch (check.check) {
    case "min_length":
      if (!(check.minimum < into[`min${size}`])) into[`min${size}`] = check.minimum;
      break;
    case "max_length":
      if (!(check.maximum > into[`max${size}`])) into[`max${size}`] = check.maximum;
      break;
    case "length_equals":
      into[`min${size}`] = check.length;
      into[`max${size}`] = check.length;
      break;
    case "greater_than":
      if (isLiteral(check.value)) into[check.inclusive ? "minimum" : "exclusiveMinimum"] = check.value;
      break;
    case "less_than":
      if (isLiteral(check.value)) into[check.inclusive ? "maximum" : "exclusiveMaximum"] = check.value;
      break;
    case "multiple_of":
      if (isLiteral(check.value)) into.multipleOf = check.value;
      break;
    case "number_format":
      integer(check.format, into);
      break;
    case "string_format":
      textFormat(check, into, patterns);
      break;
    default:
  }
}

function integer(format, into) {
  if (!objectHasOwn(INTEGERS, format)) return;
  into.type = "integer";
  into.minimum ??= INTEGERS[format].least;
  into.maximum ??= INTEGERS[format].most;
}

function textFormat(check, into, patterns) {
  if (check.format === "starts_with") patterns.startsWith(check.prefix);
  else if (check.format === "ends_with") patterns.endsWith(check.suffix);
  else if (check.format === "includes") patterns.includes(check.includes);
  else if (check.format === "regex" && isRegExp(check.pattern)) patterns.matches(check.pattern);
  else if (objectHasOwn(FORMATS, check.format)) into.format = FORMATS[check.format];
  else if (isRegExp(check.pattern)) patterns.matches(check.pattern);
}

function checked(definition, into) {
  const patterns = new Patterns();
  if (definition.check !== undefined) applyCheck(definition, into, patterns);
  each(definition.checks ?? [], (check) => applyCheck(check._zod.def, into, patterns));
  return patterns.into(into);
}

/** The fields of an object: null when the library has not read them yet and they are getters of the program. */
function shapeOf(definition) {
  const property = objectGetOwnPropertyDescriptor(definition, "shape");
  const shape = property?.get === undefined ? property?.value : property.get.raw;
  if (typeof shape !== "object" || shape === null) return null;
  const fields = map(objectKeys(shape), (name) => ({ name, property: objectGetOwnPropertyDescriptor(shape, name) }));
  return some(fields, (field) => field.property.get !== undefined) ? null : fields;
}

/** Whether a field may be left out. */
function isOptional(schema) {
  const definition = schema?._zod?.def;
  switch (definition?.type) {
    case "optional":
    case "default":
    case "prefault":
    case "catch":
    case "undefined":
    case "any":
    case "unknown":
      return true;
    case "nullable":
    case "readonly":
      return isOptional(definition.innerType);
    case "pipe":
      return isOptional(definition.in._zod.def.type === "transform" ? definition.out : definition.in);
    case "union":
      return some(definition.options, isOptional);
    default:
      return false;
  }
}

function object(definition, walk) {
  const shape = shapeOf(definition);
  if (shape === null) {
    walk.pending();
    return node({ type: "object" });
  }
  const fields = map(shape, ({ name, property: { value } }) => ({ name, schema: walk(value), needed: !isOptional(value) }));
  const catchall = definition.catchall?._zod.def.type;
  return record(fields, catchall === "never" ? { additionalProperties: false } : {});
}

function lazy(definition, walk) {
  const inner = objectGetOwnPropertyDescriptor(definition, "_cachedInner")?.value;
  if (inner !== undefined) return walk(inner);
  walk.pending();
  return node({});
}

function convert(schema, walk) {
  const definition = schema._zod?.def;
  switch (definition?.type) {
    case "string":
      return checked(definition, node({ type: "string" }));
    case "number":
      return checked(definition, node({ type: "number" }));
    case "boolean":
      return node({ type: "boolean" });
    case "bigint":
      return definition.coerce ? node({ type: "integer" }) : node({});
    case "date":
      return definition.coerce ? node({ type: "string", format: "date-time" }) : node({});
    case "null":
      return node({ type: "null" });
    case "literal":
      return oneOf(definition.values);
    case "enum":
      return oneOf(map(objectKeys(definition.entries), (key) => definition.entries[key]));
    case "array":
      return checked(definition, node({ type: "array", items: walk(definition.element) }));
    case "object":
      return object(definition, walk);
    case "union":
      return node({ anyOf: map(definition.options, walk) });
    case "intersection":
      return node({ allOf: [walk(definition.left), walk(definition.right)] });
    case "tuple":
      return tuple(definition.items, definition.rest, walk);
    case "record":
      return node({ type: "object", additionalProperties: walk(definition.valueType) });
    case "nullable":
      return orNull(walk(definition.innerType));
    case "optional":
    case "default":
    case "prefault":
    case "nonoptional":
    case "catch":
    case "readonly":
    case "success":
      return walk(definition.innerType);
    case "pipe":
      return walk(definition.in._zod.def.type === "transform" ? definition.out : definition.in);
    case "template_literal":
      return isRegExp(schema._zod.pattern) ? node({ type: "string", pattern: patternOf(schema._zod.pattern) }) : node({});
    case "lazy":
      return lazy(definition, walk);
    default:
      return node({});
  }
}

/** The name that the program gave the schema, or undefined. */
function nameOf(schema) {
  const registered = typeof schema.meta === "function" ? schema.meta() : undefined;
  const name = registered?.id ?? registered?.title;
  return typeof name === "string" ? name : undefined;
}

exports.describe = (schema) =>
  schema?._zod?.def === undefined ? null : { ...buildSchema(schema, convert), name: nameOf(schema) };

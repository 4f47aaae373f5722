"use strict";
// A schema of yup as JSON Schema, read from its properties (its own `describe()` calls defaults of the program).

const { arrayIsArray, isRegExp, objectHasOwn, objectKeys, setIteratorNext, setValues } = require("../../runtime/intrinsics.js");
const { createLazyAnswers } = require("../lazy_answers.js");
const { add, each, filter, map } = require("../lists.js");
const { buildSchema, isLiteral, node, orNull, Patterns, record, tuple } = require("../schema_text.js");

const FORMATS = { email: "email", url: "uri", uuid: "uuid", datetime: "date-time" };
const lazies = createLazyAnswers();

exports.remember = lazies.remember;

const isNumber = (value) => typeof value === "number";

function rules(schema, into) {
  const patterns = new Patterns();
  const size = into.type === "array" ? "Items" : "Length";
  each(schema.tests, (test) => {
    const { name, params = {} } = test.OPTIONS ?? {};
    if (into.type === "number" || into.type === "integer") {
      if (name === "integer") into.type = "integer";
      else if (name === "min") limit(into, "minimum", "exclusiveMinimum", params.min, params.more);
      else if (name === "max") limit(into, "maximum", "exclusiveMaximum", params.max, params.less);
    } else if (name === "min" && isNumber(params.min)) into[`min${size}`] = params.min;
    else if (name === "max" && isNumber(params.max)) into[`max${size}`] = params.max;
    else if (name === "length" && isNumber(params.length)) into[`min${size}`] = into[`max${size}`] = params.length;
    else if (name === "required" && into.type === "string") into.minLength ??= 1;
    else if (name === "is-value") into.const = params.value === true || params.value === "true";
    else if (objectHasOwn(FORMATS, name)) into.format = FORMATS[name];
    else if (isRegExp(params.regex)) patterns.matches(params.regex);
  });
  return patterns.into(into);
}

function limit(into, inclusive, exclusive, bound, beyond) {
  if (isNumber(bound)) into[inclusive] = bound;
  if (isNumber(beyond)) into[exclusive] = beyond;
}

/** The only values that are allowed, if the schema lists any. */
function whitelist(schema) {
  const found = [];
  const values = setValues(schema._whitelist);
  for (let next = setIteratorNext(values); !next.done; next = setIteratorNext(values)) add(found, next.value);
  return filter(found, isLiteral);
}

/** A field is needed unless `undefined` is allowed; `required()` refuses the empty text and list, too. */
const isNeeded = (schema) => schema.spec?.optional === false && !("default" in schema.spec && schema.spec.default !== undefined);

function object(schema, walk) {
  const names = filter(objectKeys(schema.fields), (name) => typeof schema.fields[name]?.validate === "function");
  const fields = map(names, (name) => ({ name, schema: walk(schema.fields[name]), needed: isNeeded(schema.fields[name]) }));
  return record(fields, schema._noUnknown ? { additionalProperties: false } : {});
}

function ofType(schema, walk) {
  switch (schema.type) {
    case "string":
      return node({ type: "string" });
    case "number":
      return node({ type: "number" });
    case "boolean":
      return node({ type: "boolean" });
    case "date":
      return node({ type: "string", format: "date-time" });
    case "array":
      return schema.innerType ? node({ type: "array", items: walk(schema.innerType) }) : node({ type: "array" });
    case "tuple":
      return tuple(schema.spec.types, undefined, walk);
    case "object":
      return object(schema, walk);
    default:
      return node({});
  }
}

function convert(schema, walk) {
  if (schema.type === "lazy") return lazies.described(schema, walk);
  const allowed = whitelist(schema);
  const whole = allowed.length > 0 ? node({ enum: allowed }) : rules(schema, ofType(schema, walk));
  return schema.spec.nullable && !arrayIsArray(whole.anyOf) ? orNull(whole) : whole;
}

exports.describe = (schema) => {
  if (schema?.__isYupSchema__ !== true) return null;
  const name = schema.spec.label;
  return { ...buildSchema(schema, convert), name: typeof name === "string" ? name : undefined };
};

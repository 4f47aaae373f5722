"use strict";
// How near a value is to satisfying a JSON Schema, and to violating it: a conjunction of clauses, of which each constrained
// field is one, recursively (paper 001, section 4.5). To hold, all clauses must: their mean. To be violated, one is enough:
// the greatest of their negations. The outcome itself is the validator's, never ours.
const { arrayIsArray, objectGetOwnPropertyDescriptor, objectHasOwn, stringSlice, stringStartsWith } =
  require("../intrinsics.js");
const { nearMatch } = require("../replacements/regexp/test/nearest_match.js");
const { MISS } = require("../truthness/levels.js");
const { near, nearNumbers, NEAR_ONE } = require("../truthness/near.js");
const { nearTexts } = require("../truthness/text.js");
const { arrayElements, isPlainObject, ownKeys } = require("../truthness/own_keys.js");

/** A clause of which only the validator knows whether it holds. */
const UNKNOWN = 0.5;
const DEEPEST = 24;
/** Items of a list that are looked at. */
const MOST_ITEMS = 64;

/** The type of a value in words of JSON Schema; undefined for what JSON does not have. */
function typeOf(value) {
  switch (typeof value) {
    case "string":
    case "number":
    case "boolean":
      return typeof value;
    case "object":
      if (value === null) return "null";
      if (!isPlainObject(value)) return undefined;
      return arrayIsArray(value) ? "array" : "object";
    default:
      return undefined;
  }
}

function isOfType(type, value) {
  const actual = typeOf(value);
  return type === actual || (type === "integer" && actual === "number" && value % 1 === 0);
}

/** Nearness to both outcomes of a conjunction under construction. */
class Clauses {
  constructor() {
    this.count = 0;
    this.sum = 0;
    this.violated = 0;
  }

  add(holds, violated) {
    this.count += 1;
    this.sum += holds;
    if (violated > this.violated) this.violated = violated;
  }

  /** A clause that holds or does not, and how near it is to the other. */
  either(holds, other) {
    if (holds) this.add(1, other);
    else this.add(other, 1);
  }

  get holds() {
    return this.count === 0 ? 1 : this.sum / this.count;
  }
}

/** Something near both: what is not said in numbers. */
const ANYTHING = Object.freeze({ holds: 1, violated: 0 });

/** `{ holds, violated }`, each in [0, 1], 1 for what is the case as far as the schema says. */
function nearness(schema, value) {
  return of(schema, value, schema.$defs, 0);
}

function of(schema, value, definitions, depth) {
  if (schema === true || depth > DEEPEST) return ANYTHING;
  if (typeof schema !== "object" || schema === null) return { holds: MISS, violated: 1 };
  const clauses = new Clauses();
  if (typeof schema.$ref === "string") {
    const prefix = "#/$defs/";
    const name = stringStartsWith(schema.$ref, prefix) ? stringSlice(schema.$ref, prefix.length) : "";
    if (definitions === undefined || !objectHasOwn(definitions, name)) return ANYTHING;
    const inner = of(definitions[name], value, definitions, depth + 1);
    clauses.add(inner.holds, inner.violated);
  }
  if (schema.type !== undefined) {
    const fits = typeFits(schema.type, value);
    // Any other type is one change away from what fits.
    clauses.either(fits, NEAR_ONE);
    if (!fits) return { holds: wrongType(schema.type, value), violated: 1 };
  }
  choices(clauses, schema, value);
  if (typeof value === "number") numbers(clauses, schema, value);
  else if (typeof value === "string") texts(clauses, schema, value);
  else if (isPlainObject(value)) {
    if (arrayIsArray(value)) lists(clauses, schema, value, definitions, depth);
    else records(clauses, schema, value, definitions, depth);
  }
  combined(clauses, schema, value, definitions, depth);
  return clauses;
}

function typeFits(type, value) {
  if (!arrayIsArray(type)) return isOfType(type, value);
  for (let i = 0; i < type.length; i += 1) if (isOfType(type[i], value)) return true;
  return false;
}

/** A fraction is near a whole number; anything else of another type is just wrong. */
function wrongType(type, value) {
  return type === "integer" && typeof value === "number" ? near(value % 1 < 0 ? -(value % 1) : value % 1) : MISS;
}

function choices(clauses, schema, value) {
  const allowed = objectHasOwn(schema, "const") ? [schema.const] : schema.enum;
  if (!arrayIsArray(allowed)) return;
  let best = MISS;
  for (let i = 0; i < allowed.length; i += 1) {
    const h = nearValue(value, allowed[i]);
    if (h > best) best = h;
  }
  if (best === 1) clauses.add(1, NEAR_ONE);
  else clauses.add(best, 1);
}

function nearValue(value, wanted) {
  if (value === wanted) return 1;
  if (typeof value === "string" && typeof wanted === "string") return nearTexts(value, wanted);
  return typeof value === "number" && typeof wanted === "number" ? nearNumbers(value, wanted) : MISS;
}

function numbers(clauses, schema, value) {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf } = schema;
  if (typeof minimum === "number") clauses.either(value >= minimum, nearNumbers(value, minimum));
  if (typeof maximum === "number") clauses.either(value <= maximum, nearNumbers(value, maximum));
  if (typeof exclusiveMinimum === "number") clauses.either(value > exclusiveMinimum, nearNumbers(value, exclusiveMinimum));
  if (typeof exclusiveMaximum === "number") clauses.either(value < exclusiveMaximum, nearNumbers(value, exclusiveMaximum));
  if (typeof multipleOf === "number") {
    const rest = value % multipleOf;
    clauses.either(rest === 0, rest === 0 ? NEAR_ONE : near(rest < 0 ? -rest : rest));
  }
}

function sizes(clauses, size, least, most) {
  if (typeof least === "number") clauses.either(size >= least, nearNumbers(size, least));
  if (typeof most === "number") clauses.either(size <= most, nearNumbers(size, most));
}

function texts(clauses, schema, value) {
  sizes(clauses, value.length, schema.minLength, schema.maxLength);
  if (typeof schema.pattern === "string") clauses.add(nearMatch(schema.pattern, "", false, value), UNKNOWN);
  if (schema.format !== undefined) clauses.add(UNKNOWN, UNKNOWN);
}

function lists(clauses, schema, value, definitions, depth) {
  sizes(clauses, value.length, schema.minItems, schema.maxItems);
  if (schema.items === undefined) return;
  const items = arrayElements(value, MOST_ITEMS);
  for (let i = 0; i < items.length; i += 1) {
    const item = of(schema.items, items[i], definitions, depth + 1);
    clauses.add(item.holds, item.violated);
  }
}

function records(clauses, schema, value, definitions, depth) {
  const { properties, required, additionalProperties } = schema;
  for (let i = 0; required !== undefined && i < required.length; i += 1) {
    if (!objectHasOwn(value, required[i])) clauses.add(MISS, 1);
  }
  const keys = ownKeys(value);
  if (keys === null) return;
  sizes(clauses, keys.length, schema.minProperties, schema.maxProperties);
  for (let i = 0; i < keys.length; i += 1) {
    const declared = properties !== undefined && objectHasOwn(properties, keys[i]);
    const inner = declared ? properties[keys[i]] : additionalProperties;
    const property = objectGetOwnPropertyDescriptor(value, keys[i]);
    if (inner === undefined || property === undefined || !objectHasOwn(property, "value")) continue;
    const field = of(inner, property.value, definitions, depth + 1);
    clauses.add(field.holds, field.violated);
  }
}

function combined(clauses, schema, value, definitions, depth) {
  const all = schema.allOf;
  for (let i = 0; all !== undefined && i < all.length; i += 1) {
    const part = of(all[i], value, definitions, depth + 1);
    clauses.add(part.holds, part.violated);
  }
  disjunction(clauses, schema.anyOf ?? schema.oneOf, value, definitions, depth);
}

/** One of several must hold: the nearest. None may hold for a violation: the mean of their negations. */
function disjunction(clauses, ways, value, definitions, depth) {
  if (ways === undefined || ways.length === 0) return;
  let holds = 0;
  let violated = 0;
  for (let i = 0; i < ways.length; i += 1) {
    const way = of(ways[i], value, definitions, depth + 1);
    if (way.holds > holds) holds = way.holds;
    violated += way.violated;
  }
  clauses.add(holds, violated / ways.length);
}

module.exports = { nearness };

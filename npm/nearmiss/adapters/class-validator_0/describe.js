"use strict";
// The rules of a class as JSON Schema, from the library's store of metadata.

const { arrayIsArray, isProxy, Map, mapGet, mapSet, objectGetOwnPropertyDescriptor, objectKeys, stringToLowerCase, WeakMap, weakMapGet,
  weakMapSet } = require("../../runtime/intrinsics.js");
const { applyRule, finished } = require("../named_rules.js");
const { add, each, map } = require("../lists.js");
const { buildSchema, node, Patterns, record } = require("../schema_text.js");

/** Classes that properties of a class held. */
const nested = new WeakMap();
let storage = null;

/** Notes the classes of nested objects, some levels deep; answers whether one was not known there. */
exports.learn = (known, object, classOf, metadata) => {
  storage = metadata;
  let isNew = false;
  const look = (of, value, depth) => {
    let properties = weakMapGet(nested, of);
    if (properties === undefined) {
      properties = new Map();
      weakMapSet(nested, of, properties);
    }
    each(objectKeys(value), (name) => {
      const inner = objectGetOwnPropertyDescriptor(value, name).value;
      if (isProxy(inner)) return;
      const first = arrayIsArray(inner) ? objectGetOwnPropertyDescriptor(inner, 0)?.value : inner;
      const innerClass = isProxy(first) || arrayIsArray(first) ? undefined : classOf(first);
      if (innerClass === undefined) return;
      isNew ||= mapGet(properties, name) !== innerClass;
      mapSet(properties, name, innerClass);
      if (depth < 8) look(innerClass, first, depth + 1);
    });
  };
  look(known, object, 0);
  return isNew;
};

const rulesOf = (of) => storage.getTargetValidationMetadatas(of, undefined, false, false, undefined);

/** Rules of validator.js that a rule asks by another name than its own. */
const ASKS = {
  __proto__: null,
  isbooleanstring: "isboolean", isiso4217currencycode: "isiso4217", ismilitarytime: "matches", isnumberstring: "isnumeric",
  maxlength: "islength", minlength: "islength", notcontains: "contains",
};

/** Whether a rule of validator.js is asked by a rule of the class: `covers(name)`. */
exports.coverageOf = (of) => {
  const names = node({});
  each(rulesOf(of), ({ name }) => {
    if (typeof name !== "string") return;
    const rule = stringToLowerCase(name);
    names[ASKS[rule] ?? rule] = true;
  });
  return (name) => names[stringToLowerCase(name)] === true;
};

/** What all rules of one property say. */
function property(rules, inner) {
  const items = node({});
  const into = node({});
  const patterns = { one: new Patterns(), all: new Patterns() };
  let list = false;
  let optional = false;
  let isNested = false;
  each(rules, (rule) => {
    if (rule.name === "isOptional") optional = true;
    if (rule.type === "nestedValidation") {
      isNested = true;
      list ||= rule.each === true;
    } else if (rule.type === "customValidation" && typeof rule.name === "string") {
      const args = rule.constraints ?? [];
      if (rule.each) applyRule(rule.name, args, items, patterns.one);
      else applyRule(rule.name, args, into, patterns.all);
      list ||= rule.each === true;
    }
  });
  if (into.type === "array" || into.minItems !== undefined || into.maxItems !== undefined) list = true;
  if (list) {
    into.type = "array";
    into.items = isNested ? inner : finished(items, patterns.one);
  } else if (isNested) return { schema: inner, optional };
  return { schema: finished(into, patterns.all), optional };
}

/** The rules of a class by property, and the names of the properties. */
function grouped(of) {
  const groups = new Map();
  const names = [];
  each(rulesOf(of), (rule) => {
    const known = mapGet(groups, rule.propertyName);
    if (known === undefined) {
      mapSet(groups, rule.propertyName, [rule]);
      add(names, rule.propertyName);
    } else add(known, rule);
  });
  return { groups, names };
}

/** Answers what the rules of a class say of each of its properties, `{ name, schema }`; `metadata`: the library's store. */
exports.propertiesOf = (of, metadata) => {
  storage = metadata;
  const { groups, names } = grouped(of);
  return map(names, (name) => ({ name, schema: property(mapGet(groups, name), node({ type: "object" })).schema }));
};

function convert(of, walk) {
  const { groups, names } = grouped(of);
  const classes = weakMapGet(nested, of);
  const fields = map(names, (name) => {
    const innerClass = classes === undefined ? undefined : mapGet(classes, name);
    const all = mapGet(groups, name);
    let inner = node({ type: "object" });
    each(all, (rule) => {
      if (rule.type !== "nestedValidation") return;
      if (innerClass === undefined) walk.pending();
      else inner = walk(innerClass);
    });
    const { schema, optional } = property(all, inner);
    return { name, schema, needed: !optional };
  });
  return record(fields, {});
}

exports.describe = ({ known }) => ({
  ...buildSchema(known, convert),
  name: objectGetOwnPropertyDescriptor(known, "name")?.value || undefined,
});

"use strict";
// A schema of joi as JSON Schema, from the library's own `describe()`, which runs nothing of the program.

const { Map, mapGet, mapSet, objectHasOwn, objectKeys, RegExp, stringSlice } = require("../../runtime/intrinsics.js");
const { add, each, filter, map, some } = require("../lists.js");
const { buildSchema, isLiteral, node, Patterns, record } = require("../schema_text.js");

const FORMATS = { email: "email", guid: "uuid", uri: "uri", isoDate: "date-time", base64: "base64", hostname: "hostname", domain: "hostname" };
const PATTERNS = {
  alphanum: /^[a-zA-Z0-9]+$/,
  token: /^\w+$/,
  hex: /^[a-f0-9]+$/i,
  isoDuration: /^P\d{1,3}D$/,
};

/** An expression as `describe()` writes it. */
function expression(text) {
  let last = text.length - 1;
  while (last > 0 && text[last] !== "/") last -= 1;
  const flags = stringSlice(text, last + 1);
  return new RegExp(stringSlice(text, 1, last), flags === "i" ? "i" : "");
}

/** The limit of a rule: a number, not a reference to another value. */
const limitOf = (rule) => (typeof rule.args?.limit === "number" ? rule.args.limit : undefined);

function text(rules) {
  const into = node({ type: "string", minLength: 1 });
  const patterns = new Patterns();
  each(rules, (rule) => {
    const limit = limitOf(rule);
    if (rule.name === "min" && limit !== undefined) into.minLength = limit;
    else if (rule.name === "max" && limit !== undefined) into.maxLength = limit;
    else if (rule.name === "length" && limit !== undefined) into.minLength = into.maxLength = limit;
    else if (rule.name === "pattern" && !rule.args.options?.invert) patterns.matches(expression(rule.args.regex));
    else if (rule.name === "ip") into.format = rule.args?.options?.version?.[0] === "ipv6" ? "ipv6" : "ipv4";
    else if (objectHasOwn(FORMATS, rule.name)) into.format = FORMATS[rule.name];
    else if (objectHasOwn(PATTERNS, rule.name)) patterns.matches(PATTERNS[rule.name]);
  });
  return patterns.into(into);
}

function number(rules) {
  const into = node({ type: "number" });
  each(rules, (rule) => {
    const limit = limitOf(rule);
    if (rule.name === "integer") into.type = "integer";
    else if (rule.name === "port") {
      into.type = "integer";
      into.minimum = 0;
      into.maximum = 65535;
    } else if (rule.name === "sign") into[rule.args.sign === "positive" ? "exclusiveMinimum" : "exclusiveMaximum"] = 0;
    else if (rule.name === "multiple" && typeof rule.args.base === "number") into.multipleOf = rule.args.base;
    else if (limit === undefined) return;
    else if (rule.name === "min") into.minimum = limit;
    else if (rule.name === "max") into.maximum = limit;
    else if (rule.name === "greater") into.exclusiveMinimum = limit;
    else if (rule.name === "less") into.exclusiveMaximum = limit;
  });
  return into;
}

function sizes(rules, into, suffix) {
  each(rules, (rule) => {
    const limit = limitOf(rule);
    if (rule.name === "unique") into.uniqueItems = true;
    if (limit === undefined) return;
    if (rule.name === "min" || rule.name === "length") into[`min${suffix}`] = limit;
    if (rule.name === "max" || rule.name === "length") into[`max${suffix}`] = limit;
  });
  return into;
}

function array(description, walk) {
  const into = sizes(description.rules ?? [], node({ type: "array" }), "Items");
  const ordered = map(description.ordered ?? [], walk);
  const kinds = map(filter(description.items ?? [], (item) => item.flags?.presence !== "forbidden"), walk);
  each(ordered, (item) => add(kinds, item));
  if (ordered.length > 0) {
    into.minItems = ordered.length;
    if (kinds.length === ordered.length) into.maxItems = ordered.length;
  }
  if (kinds.length > 0) into.items = kinds.length === 1 ? kinds[0] : node({ anyOf: kinds });
  return into;
}

/** Whether one of the ways of a field asks for it. */
const isRequired = (field) =>
  field.flags?.presence === "required" ||
  some(field.whens ?? [], (when) => when.then?.flags?.presence === "required" || when.otherwise?.flags?.presence === "required");

function object(description, walk) {
  const keys = description.keys ?? {};
  const names = filter(objectKeys(keys), (name) => keys[name].flags?.presence !== "forbidden");
  const fields = map(names, (name) => ({ name, schema: walk(keys[name]), needed: isRequired(keys[name]) }));
  const into = record(fields, sizes(description.rules ?? [], {}, "Properties"));
  if (description.patterns !== undefined && description.patterns.length > 0) {
    into.additionalProperties = walk(description.patterns[0].rule);
  } else if (description.keys !== undefined && description.flags?.unknown !== true) into.additionalProperties = false;
  dependencies(description.dependencies ?? [], into);
  return into;
}

/** Fields of which one must be there, one alone, or all. */
function dependencies(list, into) {
  each(list, ({ rel, peers }) => {
    const names = map(peers, (peer) => (typeof peer === "string" ? peer : peer.path?.[0]));
    if (rel === "and") each(names, (name) => add(into.required, name));
    if (rel !== "or" && rel !== "xor") return;
    const ways = map(names, (name) => {
      const others = node({});
      if (rel === "xor") each(names, (other) => other !== name && (others[other] = false));
      return node({ required: [name], properties: others });
    });
    into.anyOf = ways;
  });
}

function ofType(description, walk, links) {
  const rules = description.rules ?? [];
  switch (description.type) {
    case "string":
      return text(rules);
    case "number":
      return number(rules);
    case "boolean":
      return node({ type: "boolean" });
    case "date":
      return node({ type: "string", format: "date-time" });
    case "array":
      return array(description, walk);
    case "object":
      return object(description, walk);
    case "alternatives":
      return alternatives(description.matches ?? [], walk);
    case "link":
      return links(description.link, walk);
    default:
      return node({});
  }
}

function alternatives(matches, walk) {
  const ways = [];
  each(matches, ({ schema, then, otherwise }) => {
    if (schema !== undefined) add(ways, walk(schema));
    if (then !== undefined) add(ways, walk(then));
    if (otherwise !== undefined) add(ways, walk(otherwise));
  });
  return ways.length > 0 ? node({ anyOf: ways }) : node({});
}

/** What is allowed beside, or only. */
function allowed(description, schema) {
  const values = filter(description.allow ?? [], isLiteral);
  if (values.length === 0) return schema;
  if (description.flags?.only) return node({ enum: values });
  // The empty text is refused unless it is allowed: then it is one of the texts.
  const others = filter(values, (value) => value !== "");
  if (others.length < values.length && schema.minLength === 1) delete schema.minLength;
  return others.length === 0 ? schema : node({ anyOf: [schema, node({ enum: others })] });
}

function whens(description, schema, walk) {
  let whole = schema;
  each(description.whens ?? [], (when) => {
    const ways = [];
    if (when.then !== undefined) add(ways, walk(when.then));
    if (when.otherwise !== undefined) add(ways, walk(when.otherwise));
    if (ways.length > 0) whole = node({ allOf: [whole, node({ anyOf: ways })] });
  });
  return whole;
}

/** Schemas by their id, for links. */
function collectIds(description, ids, depth) {
  if (depth > 24 || typeof description !== "object" || description === null) return;
  if (typeof description.flags?.id === "string") mapSet(ids, description.flags.id, description);
  const keys = objectKeys(description);
  each(keys, (key) => {
    if (key !== "allow" && key !== "flags" && key !== "rules") collectIds(description[key], ids, depth + 1);
  });
}

exports.describe = (schema) => {
  if (typeof schema?.describe !== "function") return null;
  const root = schema.describe();
  const ids = new Map();
  collectIds(root, ids, 0);
  const links = ({ ref }, walk) => {
    const target = ref?.type === "local" ? mapGet(ids, ref.path?.[0]) : ref?.type === "root" ? root : undefined;
    return target === undefined ? node({}) : walk(target);
  };
  const convert = (description, walk) =>
    whens(description, allowed(description, ofType(description, walk, links)), walk);
  const name = root.flags?.label ?? root.flags?.id;
  return { ...buildSchema(root, convert), name: typeof name === "string" ? name : undefined };
};

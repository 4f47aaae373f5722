"use strict";
// What ajv compiles is JSON Schema: a copy of it, bounded and without code of the program, with schemas that it refers to.

const {
  arrayIsArray,
  isProxy,
  objectGetOwnPropertyDescriptor,
  objectHasOwn,
  objectKeys,
  Map,
  mapGet,
  mapSet,
  stringStartsWith,
} = require("../../runtime/intrinsics.js");
const { each } = require("../lists.js");
const { isLiteral, node } = require("../schema_text.js");

const MOST_NODES = 2000;
const DEEPEST = 32;
/** Keywords that say nothing to the search and may be long. */
const PROSE = { description: true, $comment: true, title: true, examples: true, $id: true, $schema: true, errorMessage: true };

/** The value of an own data property, else undefined: of a schema that inherits from a proxy, too. */
const own = (object, name) => objectGetOwnPropertyDescriptor(object, name)?.value;

/** `copyOf(schema)`: own data properties only; `isCut()`: parts were left out. */
function copier(refer) {
  let count = 0;
  let cut = false;
  const copyOf = (value, depth) => {
    if (isLiteral(value)) return value;
    count += 1;
    if (typeof value !== "object" || isProxy(value)) return node({});
    if (count > MOST_NODES || depth > DEEPEST) {
      cut = true;
      return node({});
    }
    if (arrayIsArray(value)) {
      const items = [];
      for (let i = 0; i < value.length; i += 1) items[i] = copyOf(own(value, i), depth + 1);
      return items;
    }
    const copy = node({});
    each(objectKeys(value), (key) => {
      const property = objectGetOwnPropertyDescriptor(value, key);
      if (!objectHasOwn(property, "value") || (objectHasOwn(PROSE, key) && typeof property.value === "string")) return;
      if (key === "$ref" && typeof property.value === "string") copy.$ref = refer(property.value, copyOf, depth);
      else copy[key] = copyOf(property.value, depth + 1);
    });
    return copy;
  };
  return { copyOf, isCut: () => cut };
}

/** The schema that a reference names, as ajv has resolved it when it compiled. */
function resolved(root, reference) {
  const names = objectKeys(root.refs);
  for (let i = 0; i < names.length; i += 1) {
    const known = root.refs[names[i]];
    const schema = known?.schema ?? known;
    if (typeof schema !== "object" || schema === null) continue;
    if (names[i] === reference || schema.$id === reference) return schema;
  }
  return undefined;
}

exports.describe = (environment) => {
  const { schema } = environment;
  if (typeof schema !== "object" || schema === null) return null;
  const root = environment.root ?? environment;
  const definitions = node({});
  const names = new Map();
  let next = 0;
  const refer = (reference, copyOf, depth) => {
    // Pointers into the schema itself stay as they are.
    if (reference === "#" || stringStartsWith(reference, "#/")) return reference;
    if (reference === own(schema, "$id")) return "#";
    const known = mapGet(names, reference);
    if (known !== undefined) return known;
    const other = resolved(root, reference);
    next += 1;
    const pointer = `#/$defs/ajv${next}`;
    mapSet(names, reference, pointer);
    definitions[`ajv${next}`] = other === undefined ? node({}) : copyOf(other, depth + 1);
    return pointer;
  };
  const { copyOf, isCut } = copier(refer);
  const copy = copyOf(schema, 0);
  if (next > 0) copy.$defs = node({ ...copy.$defs, ...definitions });
  const name = own(schema, "$id") ?? own(schema, "title");
  return { schema: copy, name: typeof name === "string" ? name : undefined, pending: false, cut: isCut() };
};

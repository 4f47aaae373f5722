"use strict";
// Chains of express-validator as the JSON Schema of the location that they check.

const { objectHasOwn, stringSlice } = require("../../runtime/intrinsics.js");
const { applyRule } = require("../named_rules.js");
const { add, each } = require("../lists.js");
const { node, Patterns } = require("../schema_text.js");

/** `user.tags[0].*` as its parts. */
function partsOf(field) {
  const parts = [];
  let part = "";
  const flush = () => {
    if (part !== "") add(parts, part);
    part = "";
  };
  for (let i = 0; i < field.length; i += 1) {
    const unit = stringSlice(field, i, i + 1);
    if (unit === "." || unit === "[" || unit === "]") flush();
    else if (unit !== '"' && unit !== "'") part += unit;
  }
  flush();
  return parts;
}

const isIndex = (part) => part === "*" || (part >= "0" && part <= "9");

/** The node at a place, made on the way there. */
function nodeAt(root, parts, optional) {
  let at = root;
  each(parts, (part, index) => {
    if (isIndex(part)) {
      at.type = "array";
      at.items ??= node({});
      at.minItems ??= optional ? 0 : 1;
      at = at.items;
      return;
    }
    at.type = "object";
    at.properties ??= node({});
    at.required ??= [];
    if (!objectHasOwn(at.properties, part)) {
      at.properties[part] = node({});
      // What is optional alone makes nothing above it necessary.
      if (!optional || index < parts.length - 1) add(at.required, part);
    }
    at = at.properties[part];
  });
  return at;
}

function applyChain(chain, into) {
  const patterns = new Patterns();
  each(chain.stack, (item) => {
    const { validator, negated, options } = item;
    if (typeof validator !== "function" || !options) return;
    if (!negated) applyRule(validator.name, options, into, patterns);
    else if (validator.name === "isEmpty") into.minLength ??= 1;
  });
  if (into.type === undefined && into.enum === undefined && into.const === undefined) into.type = "string";
  patterns.into(into);
}

exports.describe = ({ chains }) => {
  const schema = node({ type: "object", properties: node({}), required: [] });
  each(chains, (chain) => {
    each(chain.fields, (field) => applyChain(chain, nodeAt(schema, partsOf(field), Boolean(chain.optional))));
  });
  return { schema, name: undefined, pending: false };
};

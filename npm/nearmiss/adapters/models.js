"use strict";
// Models of ORMs: what a library asks of the values of a column, though its database does not, is told to the core as JSON
// Schema. Rows that the core puts in keep to it, nearly always.

const { session } = require("../register/session.js");
const { applyRule, finished } = require("./named_rules.js");
const { each } = require("./lists.js");
const { node, Patterns } = require("./schema_text.js");
const { jsonStringify, objectKeys } = require("../runtime/intrinsics.js");

/** Answers what named rules (`[name, args]`) say of a value; undefined where that is nothing. */
exports.schemaOfRules = (rules) => {
  const into = node({});
  const patterns = new Patterns();
  each(rules, ([name, args]) => applyRule(name, args, into, patterns));
  const schema = finished(into, patterns);
  const isAnyText = schema.type === "string" && objectKeys(schema).length === 1;
  return isAnyText ? undefined : schema;
};

/** Calls `read()`, which answers `{ table, schema, columns }` of a model, and tells it. `columns`: `{ name, required, schema }`. */
exports.tellModel = (read) => {
  if (session.options.rows !== true) return;
  try {
    const { table, schema, columns } = read();
    const told = columns.filter((column) => column.required || column.schema !== undefined);
    if (typeof table !== "string" || told.length === 0) return;
    session.told(jsonStringify({ type: "model", table, schema: typeof schema === "string" ? schema : undefined, columns: told }));
  } catch {
    // A model that is not as it is known here says nothing.
  }
};

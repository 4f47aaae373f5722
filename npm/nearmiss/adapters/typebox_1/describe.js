"use strict";
// What TypeBox 1 makes is JSON Schema, whose references name definitions: those of the schema and those of a context.

const { isProxy, objectGetOwnPropertyDescriptor, objectKeys } = require("../../runtime/intrinsics.js");
const { describe: copy } = require("../ajv_8/describe.js");
const { each } = require("../lists.js");

function addAll(refs, definitions) {
  if (typeof definitions !== "object" || definitions === null || isProxy(definitions)) return;
  each(objectKeys(definitions), (name) => {
    const schema = objectGetOwnPropertyDescriptor(definitions, name)?.value;
    if (typeof schema === "object" && schema !== null && !isProxy(schema)) refs[name] = { schema };
  });
}

exports.describe = (schema, context) => {
  const refs = { __proto__: null };
  addAll(refs, context);
  addAll(refs, objectGetOwnPropertyDescriptor(schema, "$defs")?.value);
  return copy({ schema, refs });
};

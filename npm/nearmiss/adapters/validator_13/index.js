"use strict";
// validator.js 13: functions of a text. What is asked of it is one rule, so a schema is the rule with its arguments.

const { begin, end } = require("../observe.js");
const { replaceExports, wrapped } = require("../exported.js");
const { applyRule } = require("../named_rules.js");
const { node, Patterns } = require("../schema_text.js");
const { objectGetOwnPropertyDescriptor, reflectApply, stringStartsWith } = require("../../runtime/intrinsics.js");

/** Rules whose names do not begin like a question. */
const OTHERS = new Set(["equals", "contains", "matches"]);

const adapter = {
  library: "validator",
  describe({ name, args }) {
    const schema = node({ type: "string" });
    const patterns = new Patterns();
    applyRule(name, args, schema, patterns);
    return { schema: patterns.into(schema), name: args.length === 0 ? name : undefined, pending: false };
  },
};

/** Above 0 while another adapter sees the call already. */
let seen = 0;

/** Calls `run` while nothing of it is told. */
exports.unseen = (run) => {
  seen += 1;
  try {
    return run();
  } finally {
    seen -= 1;
  }
};

function wrapRule(name, original) {
  return wrapped(original, (self, given) => {
    if (seen > 0 || typeof given[0] !== "string") return reflectApply(original, self, given);
    const args = [];
    for (let i = 1; i < given.length; i += 1) args[i - 1] = given[i];
    const record = begin(adapter, { name, args }, given[0]);
    const result = reflectApply(original, self, given);
    if (record !== null) end(record, result === true || result === false ? result : undefined);
    return result;
  });
}

const isRule = (name, value) => typeof value === "function" && (stringStartsWith(name, "is") || OTHERS.has(name));

/** Rules call each other by their files; only what the program calls by the main export is seen. */
exports.files = { "index.js": true };
exports.modules = {};

/** The main export is an object of functions. */
exports.adapt = (file, validator) => {
  const replaced = {};
  for (const name of Object.keys(validator)) {
    const value = objectGetOwnPropertyDescriptor(validator, name).value;
    if (isRule(name, value)) replaced[name] = wrapRule(name, value);
  }
  if (!("isEmail" in replaced)) return undefined;
  replaceExports(validator, replaced);
  return {};
};

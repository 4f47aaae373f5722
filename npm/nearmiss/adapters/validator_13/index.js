"use strict";
// validator.js 13: functions of a text. What is asked of it is one rule, so a schema is the rule with its arguments. Each
// rule is a file, which the main export, other rules and programs take it from: it is wrapped there.

const { begin, end } = require("../observe.js");
const { patch, wrapped, WHOLE } = require("../exported.js");
const { applyRule } = require("../named_rules.js");
const { node, Patterns } = require("../schema_text.js");
const { reflectApply } = require("../../runtime/intrinsics.js");
const RULES = require("./rules.js");

const adapter = {
  library: "validator",
  describe({ name, args }) {
    const schema = node({ type: "string" });
    const patterns = new Patterns();
    applyRule(name, args, schema, patterns);
    return { schema: patterns.into(schema), name: args.length === 0 ? name : undefined, pending: false };
  },
};

/** Whether another adapter, or a rule that asks others, sees a call of this rule already; set while it runs. */
const nothing = () => false;
const everything = () => true;
let isSeen = nothing;

/** Calls `run` while nothing is told of the rules for which `covers(name)` holds; without it, of none. */
exports.unseen = (run, covers = everything) => {
  const before = isSeen;
  isSeen = before === nothing ? covers : (name) => before(name) || covers(name);
  try {
    return run();
  } finally {
    isSeen = before;
  }
};

function wrapRule(name, original) {
  return wrapped(original, (self, given) => {
    const run = () => exports.unseen(() => reflectApply(original, self, given));
    if (typeof given[0] !== "string" || isSeen(name)) return run();
    const args = [];
    for (let i = 1; i < given.length; i += 1) args[i - 1] = given[i];
    const record = begin(adapter, { name, args }, given[0]);
    const result = run();
    if (record !== null) end(record, result === true || result === false ? result : undefined);
    return result;
  });
}

exports.files = Object.fromEntries(RULES.map((name) => [`lib/${name}.js`, true]));
exports.modules = {};

/** A file exports its rule as `default`, and most files are that rule: `isEmail.default === isEmail`. */
exports.adapt = (file, exported) => {
  const name = file.slice("lib/".length, -".js".length);
  if (typeof exported === "function" && exported.default === exported) return { [WHOLE]: wrapRule(name, exported) };
  return patch(exported, "default", (original) => wrapRule(name, original)) ? {} : undefined;
};

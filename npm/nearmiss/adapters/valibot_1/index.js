"use strict";
// valibot 1: functions that take a schema run it by its `~run`; for an observed call a stand-in is handed over.

const { begin, end, isOfClass, ownField, whenThere } = require("../observe.js");
const { alike, patch, wrapped } = require("../exported.js");
const { describe, remember } = require("./describe.js");
const { reflectApply } = require("../../runtime/intrinsics.js");

const adapter = { library: "valibot", describe };

const RUNNERS = ["parse", "safeParse", "is", "assert", "parseAsync", "safeParseAsync"];
/** Functions that make such a function of a schema. */
const MAKERS = ["parser", "safeParser"];

const standIn = (schema, record) => ({
  "~run"(dataset, config) {
    const told = (result) => end(record, !result.issues);
    const result = schema["~run"](dataset, config);
    whenThere(result, told);
    return result;
  },
});

/** What is no schema is left to the library, which says so. */
const observed = (schema, input) => (ownField(schema, "kind") === "schema" ? begin(adapter, schema, input) : null);

const wrapRunner = (original) =>
  wrapped(original, (self, args) => {
    const record = observed(args[0], args[1]);
    return reflectApply(original, self, record === null ? args : [standIn(args[0], record), args[1], args[2]]);
  });

const wrapMaker = (original) =>
  wrapped(original, (self, args) => {
    const made = reflectApply(original, self, args);
    const parser = (input) => {
      const record = observed(args[0], input);
      if (record === null) return made(input);
      let valid;
      try {
        const result = made(input);
        valid = original.name === "parser" || result.success;
        return result;
      } catch (error) {
        if (isOfClass(error, "ValiError")) valid = false;
        throw error;
      } finally {
        end(record, valid);
      }
    };
    return alike(parser, made);
  });

/** What the function given to `lazy` answers is remembered, so that we need not call it. */
const wrapLazy = (original) =>
  wrapped(original, (self, args) => {
    const made = reflectApply(original, self, args);
    patch(made, "~run", (run) =>
      wrapped(run, (lazy, given) => {
        const { getter } = lazy;
        const told = (input) => {
          const inner = getter(input);
          remember(made, inner);
          return inner;
        };
        return reflectApply(run, { __proto__: lazy, getter: told }, given);
      }));
    return made;
  });

exports.files = { "dist/index.cjs": true };
exports.modules = { "dist/index.mjs": [...RUNNERS, ...MAKERS, "lazy"] };

exports.adapt = (file, exported) => {
  const replaced = {};
  for (const name of RUNNERS) if (typeof exported[name] === "function") replaced[name] = wrapRunner(exported[name]);
  for (const name of MAKERS) if (typeof exported[name] === "function") replaced[name] = wrapMaker(exported[name]);
  if (typeof exported.lazy === "function") replaced.lazy = wrapLazy(exported.lazy);
  return "parse" in replaced && "safeParse" in replaced ? replaced : undefined;
};

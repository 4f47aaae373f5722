"use strict";
// zod 4: all ways to parse, of `zod`, `zod/mini` and `zod/v4/core`, end in the functions of `v4/core/parse`. They run the
// schema through `schema._zod.run`; for an observed call a stand-in is handed over whose `run` is that of the schema.

const { begin, end, ownField, whenThere } = require("../observe.js");
const { alike } = require("../exported.js");
const { describe } = require("./describe.js");
const { reflectApply } = require("../../runtime/intrinsics.js");

const adapter = { library: "zod", describe };

/** Functions that take a schema and a value. */
const PARSERS = ["parse", "parseAsync", "safeParse", "safeParseAsync", "decode", "decodeAsync", "safeDecode", "safeDecodeAsync"];
const VALIDATORS = ["validate", "validateAsync"];
/** Functions that make such a function for a class of errors. */
const MAKERS = PARSERS.map((name) => `_${name}`);

function standIn(schema, record) {
  const { run, ...others } = schema._zod;
  return {
    _zod: {
      ...others,
      // Compiled forms of the schema would be run in place of it.
      bag: {},
      run(payload, context) {
        const result = schema._zod.run(payload, context);
        whenThere(result, (settled) => end(record, settled.issues.length === 0));
        return result;
      },
    },
  };
}

/** Errors name the function of the library as the one that was called; ours stands before it. */
function called(parser, parameters) {
  return { callee: parameters?.callee ?? parser, Err: parameters?.Err };
}

function wrapParser(original) {
  const parser = {
    parser(schema, value, context, parameters) {
      // What is no schema is left to the library, which says so.
      const record = ownField(ownField(schema, "_zod"), "def") === undefined ? null : begin(adapter, schema, value);
      const given = record === null ? schema : standIn(schema, record);
      return reflectApply(original, this, [given, value, context, called(parser, parameters)]);
    },
  }.parser;
  return alike(parser, original);
}

function wrapMaker(original) {
  return alike(
    {
      maker(errorClass) {
        return wrapParser(reflectApply(original, this, [errorClass]));
      },
    }.maker,
    original,
  );
}

exports.files = { "v4/core/parse.cjs": true };
exports.modules = { "v4/core/parse.js": [...MAKERS, ...PARSERS, ...VALIDATORS] };

exports.adapt = (file, exported) => {
  const replaced = {};
  for (const name of MAKERS) if (typeof exported[name] === "function") replaced[name] = wrapMaker(exported[name]);
  for (const name of [...PARSERS, ...VALIDATORS]) {
    if (typeof exported[name] === "function") replaced[name] = wrapParser(exported[name]);
  }
  return "_parse" in replaced && "_safeParse" in replaced ? replaced : undefined;
};

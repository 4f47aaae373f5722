"use strict";
// JSON Schemas under construction: nodes without a prototype (the program may have patched its own), bounded, with recursion
// as references.

const {
  Map,
  mapGet,
  mapSet,
  objectKeys,
  regexpIgnoreCase,
  regexpSource,
  stringIndexOf,
  stringSlice,
  stringStartsWith,
} = require("../runtime/intrinsics.js");
const { foldCase } = require("../runtime/replacements/regexp/test/fold_case.js");
const { add, each, filter, map } = require("./lists.js");

/** Nodes of one schema; what lies behind them may be anything. */
const MOST_NODES = 2000;
const DEEPEST = 24;
/** What means something in a pattern. */
const SPECIAL = "\\^$.*+?()[]{}|/";

/** A node. */
const node = (fields) => ({ __proto__: null, ...fields });

/**
 * Converts a schema: `convert(schema, walk)` answers the node of one schema and calls `walk(inner)` for those inside.
 * `walk.pending()` says that something inside can only be read after the library has done so.
 *
 * @returns {{ schema: object, pending: boolean, cut: boolean }} `cut`: parts were left out, for there are too many or they lie too deep
 */
function buildSchema(root, convert) {
  const entered = new Map();
  const definitions = node({});
  let count = 0;
  let depth = 0;
  let pending = false;
  let cut = false;
  const walk = (schema) => {
    if ((typeof schema !== "object" && typeof schema !== "function") || schema === null) return node({});
    const known = mapGet(entered, schema);
    if (known !== undefined) {
      known.used = true;
      return node({ $ref: known.reference });
    }
    if (count >= MOST_NODES || depth >= DEEPEST) {
      cut = true;
      return node({});
    }
    count += 1;
    const own = { used: false, reference: `#/$defs/s${count}`, name: `s${count}` };
    mapSet(entered, schema, own);
    depth += 1;
    const made = convert(schema, walk);
    depth -= 1;
    // Only what contains itself needs a name; what is used twice is written twice.
    mapSet(entered, schema, undefined);
    if (!own.used) return made;
    definitions[own.name] = made;
    return node({ $ref: own.reference });
  };
  walk.pending = () => {
    pending = true;
  };
  const schema = walk(root);
  const recursive = objectKeys(definitions).length > 0;
  return { schema: recursive ? node({ ...schema, $defs: definitions }) : schema, pending, cut };
}

/** The source of a regular expression, as it is without flags. */
function patternOf(expression) {
  const source = regexpSource(expression);
  return regexpIgnoreCase(expression) ? foldCase(source) : source;
}

/** Text that is taken literally in a pattern. */
function literally(text) {
  let escaped = "";
  for (let i = 0; i < text.length; i += 1) {
    const unit = stringSlice(text, i, i + 1);
    escaped += stringIndexOf(SPECIAL, unit) < 0 ? unit : `\\${unit}`;
  }
  return escaped;
}

/** What a text must match, one after another; they become one pattern, since a gene follows one. */
class Patterns {
  constructor() {
    this.expressions = [];
    this.prefix = "";
    this.middle = "";
    this.suffix = "";
  }

  matches(expression) {
    add(this.expressions, patternOf(expression));
  }

  startsWith(text) {
    this.prefix = literally(text);
  }

  includes(text) {
    this.middle += `${literally(text)}.*`;
  }

  endsWith(text) {
    this.suffix = literally(text);
  }

  /** Puts the pattern into the node of a text, if there is any. */
  into(text) {
    if (this.prefix !== "" || this.middle !== "" || this.suffix !== "") {
      add(this.expressions, `^${this.prefix}.*${this.middle}${this.suffix}$`);
    }
    if (this.expressions.length > 0) text.pattern = together(this.expressions);
    return text;
  }
}

/** One pattern that holds where all of `patterns` do: the others as assertions before the first. */
function together(patterns) {
  let ahead = "";
  for (let i = 1; i < patterns.length; i += 1) {
    ahead += stringStartsWith(patterns[i], "^") ? `(?=${stringSlice(patterns[i], 1)})` : `(?=[^]*(?:${patterns[i]}))`;
  }
  const first = patterns[0];
  if (ahead === "") return first;
  return stringStartsWith(first, "^") ? `^${ahead}${stringSlice(first, 1)}` : `^${ahead}[^]*(?:${first})`;
}

/** A value as an enum may hold it. */
const isLiteral = (value) =>
  value === null || typeof value === "string" || typeof value === "boolean" || (typeof value === "number" && value - value === 0);

/** One of some values; any value where an enum may hold none of them. */
function oneOf(values) {
  const found = filter(values, isLiteral);
  return found.length > 0 ? node({ enum: found }) : node({});
}

/** `null` beside what a schema allows. */
const orNull = (schema) => node({ anyOf: [schema, node({ type: "null" })] });

/** A record, from `{ name, schema, needed }` each. */
function record(fields, rest) {
  const properties = node({});
  const required = [];
  each(fields, ({ name, schema, needed }) => {
    properties[name] = schema;
    if (needed) add(required, name);
  });
  return node({ type: "object", properties, required, ...rest });
}

/**
 * A list with an item of each of `items`, in their order, and of `rest` behind them, if there is such. One schema for all items:
 * values are made for lists of one kind.
 */
function tuple(items, rest, walk) {
  const kinds = map(items, walk);
  const into = node({ type: "array", items: node({ anyOf: kinds }), minItems: kinds.length });
  if (rest) add(kinds, walk(rest));
  else into.maxItems = kinds.length;
  return into;
}

module.exports = { buildSchema, node, patternOf, Patterns, isLiteral, oneOf, orNull, record, tuple };

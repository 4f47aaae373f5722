"use strict";
// Validators of libraries (`npm/nearmiss/adapters`): two targets for each operation and schema, and the schema for the
// search. Everything here is told before or after the library's own work and nothing of it reaches the program.
const { charCodeAt, jsonStringify, Map, mapGet, mapSet, mapSize, mathImul, numberToString, objectKeys, WeakMap, weakMapGet,
  weakMapSet } = require("../intrinsics.js");
const { epoch, fact, word } = require("../generated/layout.js");
const { BELOW_ONE, MISS } = require("../truthness/levels.js");
const { nearness } = require("./nearness.js");
const { taintsIn } = require("./input.js");
const { partOf, placeIn } = require("./place.js");

/** Texts of schemas whose number is kept. */
const MOST_KEPT = 4096;
/** Fields of one query whose names are told. */
const MOST_NAMES = 64;
/** Times that a schema is read again because a part of it was not there yet. */
const MOST_READS = 16;
/** Of a question that no schema says: nothing is nearer than anything else. */
const UNSAID = Object.freeze({ holds: MISS, violated: MISS });

/** A name for a schema that has none: the same for the same text, in every process (FNV-1a, 32 bits). */
function hash(text) {
  let value = 0x811c9dc5;
  for (let i = 0; i < text.length; i += 1) value = mathImul(value ^ charCodeAt(text, i), 0x01000193) >>> 0;
  return numberToString(value, 16);
}

/** A heuristic of the outcome that did not come. */
function miss(value) {
  if (!(value > MISS)) return MISS;
  return value < BELOW_ONE ? value : BELOW_ONE;
}

/**
 * `begin`, `end` and `leave` of a validation, over the map and `report(kind, taint, text)` of the ring; `connect(ask, requests)` tells
 * how to ask the core, and `requests()` the requests under way.
 */
function createValidations({ header, slots, raise }, report) {
  let ask = null;
  let requests = null;
  let busy = false;
  const known = new WeakMap();
  const numbers = new Map();
  const bases = new Map();

  /** Name, number and tree of a schema; null where it cannot be read. */
  function read(adapter, schema) {
    const before = weakMapGet(known, schema);
    if (before !== undefined && (!before.pending || before.reads >= MOST_READS)) return before;
    let description;
    // Describing a schema may itself validate: joi checks what it says of itself.
    busy = true;
    try {
      description = adapter.describe(schema);
    } finally {
      busy = false;
    }
    if (description === null) return null;
    const { schema: tree, name: given, pending, cut = false } = description;
    const text = jsonStringify(tree);
    if (before !== undefined && before.text === text) {
      before.reads += 1;
      before.pending = pending;
      return before;
    }
    const name = before?.name ?? given ?? `${adapter.library}_${hash(text)}`;
    const made = {
      tree,
      text,
      pending,
      reads: (before?.reads ?? 0) + 1,
      name,
      number: tree === null ? undefined : numberOf(text, name, cut),
    };
    weakMapSet(known, schema, made);
    return made;
  }

  /** The core's number of a schema; programs make schemas anew, so it is asked once for each text. */
  function numberOf(text, name, cut) {
    const before = mapGet(numbers, text);
    if (before !== undefined) return before;
    const number = ask(`{"type":"schema","text":${jsonStringify(text)},"name":${jsonStringify(name)},"cut":${cut}}`)?.schema;
    if (number !== undefined && mapSize(numbers) < MOST_KEPT) mapSet(numbers, text, number);
    return number;
  }

  /** The slot of the true outcome, or 0: asked once for each operation and schema, and once more when an input is seen. */
  function base(operation, name, isInput) {
    const key = `${operation} ${name}`;
    const before = mapGet(bases, key);
    if (before !== undefined && (before > 0 || !isInput)) return before;
    const question = `{"type":"validation","operation":${operation},"schema":${jsonStringify(name)},"input":${isInput}}`;
    const answered = ask(question)?.base ?? 0;
    mapSet(bases, key, answered);
    return answered;
  }

  function placeOf(input) {
    const all = requests();
    for (let i = 0; i < all.length; i += 1) {
      const found = placeIn(all[i], input);
      if (found !== null) return found;
    }
    return null;
  }

  function begin(adapter, schema, input) {
    if (busy || ask === null || header[word.EPOCH_STATE] !== epoch.OPEN || header[word.OPERATION] === 0) return null;
    try {
      const described = read(adapter, schema);
      if (described === null) return null;
      const taints = taintsIn(input);
      const found = placeOf(input) ?? partOf(schema);
      const slot = base(header[word.OPERATION] - 1, described.name, found !== null || taints.length > 0);
      if (slot === 0) return null;
      const seen = { test: header[word.EPOCH], slot, described, adapter, schema, taints, found, near: null };
      // Before the library: it may change what it is given.
      if (slots[slot] !== 1 || slots[slot + 1] !== 1) seen.near = described.tree === null ? UNSAID : nearness(described.tree, input);
      return seen;
    } catch {
      return null;
    }
  }

  function end(seen, valid) {
    if (valid === undefined || header[word.EPOCH] !== seen.test) return;
    try {
      const { slot, near } = seen;
      if (valid) {
        raise(slot, 1, 0);
        if (near !== null) raise(slot + 1, miss(near.violated), 0);
      } else {
        raise(slot + 1, 1, 0);
        if (near !== null) raise(slot, miss(near.holds), 0);
      }
      tell(seen);
    } catch {
      // As if nobody had looked.
    }
  }

  /** A validation of which only the program learns how it ends: neither outcome is reached, and the search is told. */
  function leave(seen) {
    if (header[word.EPOCH] !== seen.test) return;
    try {
      const { slot, near } = seen;
      if (near !== null) {
        raise(slot, miss(near.holds), 0);
        raise(slot + 1, miss(near.violated), 0);
      }
      tell(seen);
    } catch {
      // As if nobody had looked.
    }
  }

  /** Tells the search which schema the input is held against; the library has read it now, if it had not before. */
  function tell({ adapter, schema, described, taints, found }) {
    const now = described.pending ? read(adapter, schema) : described;
    if (now.number === undefined || (found === null && taints.length === 0)) return;
    const place = found === null ? "null" : jsonStringify(found.place);
    const path = found === null ? "[]" : jsonStringify(found.path);
    report(fact.SCHEMA, 0, `{"schema":${now.number},"place":${place},"path":${path},"taints":${jsonStringify(taints)}}`);
    if (found !== null && found.place === "query" && found.path.length === 0) tellNames(now.tree);
  }

  /** Fields of a query are inputs that the program reads, whether the document has them or not. */
  function tellNames({ properties }) {
    const names = header[word.DISCOVERY] === 1 && properties !== undefined ? objectKeys(properties) : [];
    for (let i = 0; i < names.length && i < MOST_NAMES; i += 1) report(fact.INPUT, 0, `q${names[i]}`);
  }

  function connect(asking, requesting) {
    ask = asking;
    requests = requesting;
  }

  return { begin, end, leave, connect };
}

module.exports = { createValidations };

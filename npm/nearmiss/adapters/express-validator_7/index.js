"use strict";
// express-validator 7: a chain checks one field, and the program asks for the outcome of all by `validationResult(req)`. Only
// then is told what they were given and how it ended: all chains of one location (body, query, ...) are one schema.

const { begin, end, ownField, querySent } = require("../observe.js");
const { patch, wrapped } = require("../exported.js");
const { each, some } = require("../lists.js");
const { unseen } = require("../validator_13/index.js");
const { describe } = require("./describe.js");
const { isProxy, Map, mapGet, mapIteratorNext, mapKeys, mapSet, mapSize, objectGetOwnPropertyDescriptor, reflectApply, stringIndexOf,
  WeakMap, weakMapGet, weakMapSet } = require("../../runtime/intrinsics.js");

const CONTEXTS = "express-validator#contexts";
const LOCATIONS = ["body", "query", "params", "headers", "cookies"];
/** Different sets of chains that are kept. */
const MOST_SETS = 1000;

const adapter = { library: "express-validator", describe };

/** Numbers of chains: each run has a context of its own, with the list of steps that the chain has. */
const numbers = new WeakMap();
let next = 0;
function numberOf({ stack }) {
  let number = weakMapGet(numbers, stack);
  if (number === undefined) {
    next += 1;
    number = next;
    weakMapSet(numbers, stack, number);
  }
  return number;
}

/**
 * What a location of the request holds. Where it is no plain property (the query of Express 5) it is not read once more, for
 * that runs code: what was sent, and what the chains were given of it, tells as much.
 */
function inputAt(request, location, contexts) {
  const whole = ownField(request, location);
  if (whole !== undefined) return whole;
  const made = location === "query" ? querySent(request) : { __proto__: null };
  each(contexts, ({ dataMap }) => {
    const keys = mapKeys(dataMap);
    for (let next = mapIteratorNext(keys); !next.done; next = mapIteratorNext(keys)) {
      const instance = mapGet(dataMap, next.value);
      if (instance.location !== location || instance.value === undefined) continue;
      if (stringIndexOf(instance.path, ".") < 0 && stringIndexOf(instance.path, "[") < 0) made[instance.path] = instance.value;
    }
  });
  return made;
}

/** The chains of a location, as one schema: the same object for the same chains. */
const sets = new Map();
function setOf(location, contexts) {
  let key = location;
  each(contexts, (context) => {
    key += ` ${numberOf(context)}`;
  });
  let set = mapGet(sets, key);
  if (set === undefined) {
    const chains = [];
    each(contexts, ({ fields, stack, optional }) => {
      chains[chains.length] = { fields, stack, optional };
    });
    set = { chains };
    if (mapSize(sets) < MOST_SETS) mapSet(sets, key, set);
  }
  return set;
}

function tell(request) {
  const contexts = objectGetOwnPropertyDescriptor(request, CONTEXTS)?.value;
  if (contexts === undefined) return;
  each(LOCATIONS, (location) => {
    const here = [];
    each(contexts, (context) => {
      if (some(context.locations, (one) => one === location)) here[here.length] = context;
    });
    if (here.length === 0) return;
    const record = begin(adapter, setOf(location, here), inputAt(request, location, here));
    const failed = some(here, (context) => some(context.errors, (error) => error.location === undefined || error.location === location));
    end(record, !failed);
  });
}

const wrapResult = (original) =>
  wrapped(original, (self, args) => {
    const result = reflectApply(original, self, args);
    const request = args[0];
    try {
      if (typeof request === "object" && request !== null && !isProxy(request)) tell(request);
    } catch {
      // As if nobody had looked.
    }
    return result;
  });

const wrapWithDefaults = (original) =>
  wrapped(original, (self, args) => wrapResult(reflectApply(original, self, args)));

const wrapRun = (original) => wrapped(original, (self, args) => unseen(() => reflectApply(original, self, args)));

exports.files = { "lib/validation-result.js": true, "lib/context-items/standard-validation.js": true };
exports.modules = {};

exports.adapt = (file, { validationResult, StandardValidation }) => {
  if (file === "lib/validation-result.js") {
    if (typeof validationResult !== "function") return undefined;
    const wrapped = wrapResult(validationResult);
    return patch(wrapped, "withDefaults", wrapWithDefaults) ? { validationResult: wrapped } : undefined;
  }
  return typeof StandardValidation === "function" && patch(StandardValidation.prototype, "run", wrapRun) ? {} : undefined;
};

"use strict";
// Puts what notes an evaluation round the probes of predicates. The probe itself stays as it is, and what it answers or throws
// is handed on; looked at is only what stands in the range that is explained.
const { objectGetOwnPropertyDescriptor, objectSetPrototypeOf, reflectApply } = require("../runtime/intrinsics.js");
const { isPrimitive, operatorError, withoutFrame, withoutFramesOf } = require("../runtime/stack.js");
const { h } = require("../runtime/truthness/levels.js");
const { nearIndex, nearKeys } = require("../runtime/truthness/collection.js");
const { firstKeys, lengthOf } = require("../runtime/truthness/own_keys.js");
const { nearOther } = require("../runtime/truthness/truthiness.js");
const { FALSE, TRUE, THREW } = require("./notes.js");
const { bounded, errorText, printed } = require("./printed.js");
const { ofCall } = require("./calls.js");
const { ofEquality, ofMissingKey, ofOrder, ofTruthiness } = require("./words.js");

/** Units of one operand in the text of an evaluation. */
const LONGEST_OPERAND = 80;
/** Keys that a missing one is compared with. */
const MOST_KEYS = 16;

const errorClass = Error;
const prepareAtFirst = objectGetOwnPropertyDescriptor(errorClass, "prepareStackTrace")?.value;

/** Takes frames of this file off the top of an error, unless the program would see that its stack is asked for. */
function withoutOurs(error) {
  if (objectGetOwnPropertyDescriptor(errorClass, "prepareStackTrace")?.value !== prepareAtFirst) return error;
  return withoutFramesOf(error, __filename);
}

const short = (value) => bounded(printed(value), LONGEST_OPERAND);
const howOf = (value) => (value ? TRUE : FALSE);

/**
 * How near the last predicate was to the outcome that it did not have. A probe that has nothing to learn any more leaves
 * the pair as it was: then both outcomes are covered, and how near one was does not matter.
 */
function otherOf(how) {
  const near = how === TRUE ? h[1] : h[0];
  return near < 1 ? near : 0;
}

/** Wraps the probes of `runtime` (as `create` of `runtime/index.js` answers it); notes go to `notes`. */
function wrapProbes({ probes }, notes) {
  // What was evaluated last, for the chain whose operand it was.
  let last = null;

  function note(id, how, near, describe) {
    last = describe;
    notes.evaluated(id, how, near, describe);
  }

  const binary = (operator, a, b, words) => () => ({
    operator,
    operands: [printed(a), printed(b)],
    text: `${short(a)} ${operator} ${short(b)}`,
    words: words(),
  });

  /** A comparison; the program's operator may throw. */
  function comparison(name, operator, wordsOf) {
    const inner = probes[name];
    function probe(r, id, a, b) {
      let outcome;
      try {
        outcome = inner(r, id, a, b);
      } catch (error) {
        throw operatorError(error, probe, a, b);
      }
      if (notes.wants(id)) {
        const how = howOf(outcome);
        note(id, how, otherOf(how), binary(operator, a, b, () => wordsOf(a, b, outcome)));
      }
      return outcome;
    }
    probes[name] = probe;
  }

  for (let i = 0; i < ORDERS.length; i += 2) comparison(ORDERS[i], ORDERS[i + 1], ofOrder);
  for (let i = 0; i < EQUALITIES.length; i += 2) {
    const operator = EQUALITIES[i + 1];
    const negated = operator === "!=" || operator === "!==";
    const loose = operator.length === 2;
    comparison(EQUALITIES[i], operator, (a, b, outcome) => ofEquality(a, b, outcome !== negated, loose));
  }

  const { io } = probes;
  probes.io = function instanceOf(r, id, a, b) {
    let outcome;
    try {
      outcome = io(r, id, a, b);
    } catch (error) {
      throw withoutOurs(error);
    }
    if (notes.wants(id)) note(id, howOf(outcome), otherOf(howOf(outcome)), binary("instanceof", a, b, () => (outcome ? "is an instance" : "is no instance")));
    return outcome;
  };

  const has = probes.in;
  function probeIn(r, id, k, o) {
    let outcome;
    try {
      outcome = has(r, id, k, o);
    } catch (error) {
      throw isPrimitive(o) ? withoutFrame(error, probeIn) : error;
    }
    if (notes.wants(id)) note(id, howOf(outcome), otherOf(howOf(outcome)), binary("in", k, o, () => (outcome ? "the key is there" : ofMissingKey(o, k))));
    return outcome;
  }
  probes.in = probeIn;

  const { k } = probes;
  probes.k = function caseOf(r, id, d, x) {
    k(r, id, d, x);
    if (notes.wants(id)) {
      const equal = d === x;
      note(id, howOf(equal), otherOf(howOf(equal)), binary("===", d, x, () => ofEquality(d, x, equal, false)));
    }
    return x;
  };

  const truthiness = (v) => () => ({ operator: "truthiness", operands: [printed(v)], text: short(v), words: ofTruthiness(v) });

  const { y } = probes;
  probes.y = function truthy(r, id, v) {
    y(r, id, v);
    if (notes.wants(id)) note(id, howOf(v), nearOther(v), truthiness(v));
    return v;
  };

  /** `&&` and `||`: noted when the operand at hand decides the chain. */
  function chain(name, operator, goesOn) {
    const inner = probes[name];
    probes[name] = function logical(r, id, count, place, acc, known, v, o1, x1, y1, o2, x2, y2, o3, x3, y3, o4, x4, y4) {
      const operand = known === 1 ? last : null;
      last = null;
      inner(r, id, count, place, acc, known, v, o1, x1, y1, o2, x2, y2, o3, x3, y3, o4, x4, y4);
      if (notes.wants(id) && (place === count || goesOn !== howOf(v))) {
        const how = howOf(v);
        note(id, how, otherOf(how), () => ofChain(operator, count, place, (operand ?? truthiness(v))()));
      }
      return v;
    };
  }
  chain("and", "&&", TRUE);
  chain("or", "||", FALSE);

  const choice = (v, words) => () => ({ operator: "??", operands: [printed(v)], text: short(v), words });

  const { q } = probes;
  probes.q = function nullish(r, id, v, prev) {
    q(r, id, v, prev);
    if (notes.wants(id)) {
      const isNothing = v === null || v === undefined;
      note(id, howOf(isNothing), otherOf(howOf(isNothing)), choice(v, isNothing ? `was ${printed(v)}` : "was neither null nor undefined"));
    }
    return v;
  };

  const { d } = probes;
  probes.d = function usedDefault(r, id, v) {
    d(r, id, v);
    if (notes.wants(id)) note(id, TRUE, otherOf(TRUE), choice(v, "no value was given: the default was used"));
    return v;
  };

  const { dn } = probes;
  // After a default that was used this is called too, which is no evaluation of its own.
  probes.dn = function unusedDefault(r, id) {
    const before = probes.S[id + 1];
    dn(r, id);
    if (notes.wants(id) && probes.S[id + 1] > before) {
      note(id, FALSE, otherOf(FALSE), () => ({ operator: "default", operands: [], text: "a value", words: "a value was given" }));
    }
  };

  function read(id, o, key, v) {
    const isFound = v !== null && v !== undefined;
    const describe = () => ({
      operator: "[]",
      operands: [printed(o), printed(key)],
      text: `${short(o)}[${short(key)}]`,
      words: isFound ? "found" : ofMissingKey(o, key),
    });
    notes.evaluated(id, howOf(isFound), isFound ? 0 : nearOfKey(o, key), describe);
  }

  const { b } = probes;
  function computed(r, id, o, key) {
    let v;
    try {
      v = b(r, id, o, key);
    } catch (error) {
      throw isPrimitive(o) && (o === null || o === undefined) ? withoutFrame(error, computed) : error;
    }
    if (notes.wants(id)) read(id, o, key, v);
    return v;
  }
  probes.b = computed;

  const { g } = probes;
  probes.g = function computedInPlace(id, o, key, v) {
    g(id, o, key, v);
    if (notes.wants(id)) read(id, o, key, v);
  };

  /** A tracked call: `inner` is the probe, `list` all that it is called with. */
  function called(inner, list, id, o, f, args, isNew) {
    let v;
    try {
      v = reflectApply(inner, undefined, list);
    } catch (error) {
      if (notes.wants(id)) note(id, THREW, 0, () => ofCall(o, f, args, isNew, `threw ${errorText(error)}`));
      throw withoutOurs(error);
    }
    if (notes.wants(id)) {
      // A call that no replacement knows leaves the truthiness of its value.
      const isTrue = isNew || h[0] === 1;
      note(id, isTrue ? TRUE : FALSE, isNew ? 0 : otherOf(isTrue ? TRUE : FALSE), () => ofCall(o, f, args, isNew, null, isTrue, v));
    }
    return v;
  }

  const { t, w } = probes;
  probes.t = function trackedCall(r, id, o, f, ...args) {
    return called(t, joined([r, id, o, f], args), id, o, f, args, false);
  };
  probes.w = function trackedNew(r, id, C, ...args) {
    return called(w, joined([r, id, C], args), id, undefined, C, args, true);
  };

  /** The text of instrumented functions calls this in the `catch` round their bodies. */
  probes.threw = notes.threw;
}

const ORDERS = ["lt", "<", "le", "<=", "gt", ">", "ge", ">="];
const EQUALITIES = ["eq", "==", "ne", "!=", "se", "===", "sn", "!=="];

/** A list that has nothing of what the program may have given all lists. */
function joined(list, args) {
  objectSetPrototypeOf(list, null);
  const before = list.length;
  for (let i = 0; i < args.length; i += 1) list[before + i] = args[i];
  return list;
}

/** A chain of one operand stands for the truthiness of a call. */
function ofChain(operator, count, place, operand) {
  if (count === 1) return operand;
  return { operator, operands: operand.operands, text: `operand ${place} of ${count}: ${operand.text}`, words: operand.words };
}

function nearOfKey(object, key) {
  if (object === null || object === undefined) return 0;
  const length = lengthOf(object);
  if (typeof key === "number" && length >= 0) return nearIndex(key, length);
  const keys = isPrimitive(object) ? null : firstKeys(object, MOST_KEYS);
  return keys === null ? 0 : nearKeys(key, keys, keys.length);
}

module.exports = { wrapProbes };

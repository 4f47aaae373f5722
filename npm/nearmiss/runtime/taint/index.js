"use strict";
// What a tainted value should have been, by what it met (design section 3, "Taint"). All of it runs on
// a miss only, on primitives only, and never in a probe that has nothing more to learn.
const { arraySort, charCodeAt, dateGetters, string, stringEndsWith, stringIndexOf, stringSlice, stringStartsWith, urlGetters } =
  require("../intrinsics.js");
const { fact } = require("../generated/layout.js");
const { createListedKeys } = require("../truthness/listed_keys.js");
const { textDistance } = require("../truthness/text.js");
const { textsOf } = require("./digests.js");
const { createDerived, reportNumber } = require("./derived.js");
const { LONGEST_TEXT } = require("./facts.js");
const { LIVE_DERIVED, LIVE_PAIRS, LIVE_TYPE } = require("./live.js");
const { createMarks } = require("./marks.js");
const { DATE_FORM, dateTaint, findTaint, numberTaint } = require("./marker.js");
const { createPairs } = require("./pairs.js");

/** Candidates reported for one lookup (design: the nearest 16). */
const MOST_CANDIDATES = 16;
const DATE_PARTS = ["year", "month", "day", "weekday"];
const URL_PARTS = ["scheme", "host", "hostname", "port", "origin", "path", "query"];
/** Candidates that are told where nothing is tainted. */
const MOST_PAIRED = 6;
/** Candidates ranked before the nearest are taken. */
const MOST_RANKED = 256;

/**
 * What the tainted part must be for the whole to be `wanted`; undefined where the fixed text round it
 * already differs.
 */
function inner(taint, wanted) {
  if (taint.exact) return wanted;
  const { prefix, suffix } = taint;
  if (wanted.length < prefix.length + suffix.length) return undefined;
  if (!stringStartsWith(wanted, prefix) || !stringEndsWith(wanted, suffix)) return undefined;
  return stringSlice(wanted, prefix.length, wanted.length - suffix.length);
}

/** What a value of JSON may be an instance of. */
const LISTS = Array;
const RECORDS = Object;
/** Inputs in one text that are each told their own part. */
const MOST_SEVERAL = 16;

/** Of who does not ask for inputs. */
const NO_INPUTS = { alive: new Uint8Array(1) };
const NO_VALUE = Object.freeze({});

const isNumeric = (value) => typeof value === "number" || typeof value === "bigint";

/** True for a text that begins like an ISO 8601 date. */
function isDateLike(text) {
  if (text.length < DATE_FORM.length) return false;
  for (let i = 0; i < DATE_FORM.length; i += 1) {
    const unit = charCodeAt(text, i);
    const wanted = charCodeAt(DATE_FORM, i);
    if (wanted === 48 ? unit < 48 || unit > 57 : unit !== wanted) return false;
  }
  return true;
}

/** True for a name that is one step of a path (`inputs/paths.js`). */
function isName(text) {
  for (let i = 0; i < text.length; i += 1) {
    const unit = charCodeAt(text, i) | 32;
    if ((unit < 97 || unit > 122) && (unit < 48 || unit > 57) && unit !== 0x7f) return false;
  }
  return text !== "";
}

/** How many candidates of a lookup are worth collecting: only for a tainted key are they ranked. */
function keysLookedAt(key) {
  return typeof key === "string" && findTaint(key) !== null ? MOST_RANKED : MOST_CANDIDATES;
}

/** The observers of taint over one `report(kind, taint, text)`, the header of the map and what tells inputs (`inputs/`). */
function createTaint(map, report, inputs = NO_INPUTS) {
  const live = new Uint8Array(1);
  const derived = createDerived(map, report, live);
  const pairs = createPairs(map, report, live);
  const marks = createMarks(map);
  /** What was asked for its type last, and the type. */
  let typed = NO_VALUE;
  let type = "";

  /** `before`: how many other inputs stand before this one. */
  function wanted(taint, text, before = 0) {
    const part = inner(taint, text);
    const kind = taint.lower ? fact.CONSTANT_IGNORE_CASE : fact.CONSTANT;
    if (part !== undefined) report(kind, taint.id, part);
    else if (before < MOST_SEVERAL) several(taint, text, before);
    marks.others(taint.id, part, text, (other) => report(kind, taint.id, other));
  }

  /** Several inputs with fixed text between them: each is told its own part. */
  function several(taint, text, before) {
    const { prefix, suffix } = taint;
    const next = findTaint(suffix);
    if (next === null || !stringStartsWith(text, prefix) || next.prefix === "") return;
    const rest = stringSlice(text, prefix.length);
    const end = stringIndexOf(rest, next.prefix);
    if (end < 0) return;
    report(taint.lower ? fact.CONSTANT_IGNORE_CASE : fact.CONSTANT, taint.id, stringSlice(rest, 0, end));
    wanted(next, stringSlice(rest, end), before + 1);
  }

  /** Two different values met `===`, `==`, their negations or a `case`; `place`: the slot of a probe. */
  function unequal(a, b, place) {
    if ((live[0] & LIVE_TYPE) !== 0 && typesDiffer(a, b, place)) return;
    if ((live[0] & LIVE_PAIRS) !== 0) {
      pairs.unequal(a, b, place);
      if (typeof a === "string" && typeof b === "string") {
        const texts = textsOf(a, b);
        if (texts !== null) return unequal(texts[0], texts[1], place);
      }
    }
    if (inputs.alive[0] === 1 && typeof a === "string" && typeof b === "string") inputs.comparedTexts(a, b);
    if (derived.unequal(a, b) || derived.unequal(b, a) || numbers(a, b)) return;
    if (typeof a === "string") {
      const left = findTaint(a);
      if (typeof b === "string") {
        const right = findTaint(b);
        if (left !== null && right !== null) {
          if (!left.exact || !right.exact || left.id === right.id) return;
          report(fact.EQUAL_TO_TAINT, left.id, string(right.id));
          report(fact.EQUAL_TO_TAINT, right.id, string(left.id));
        } else if (left !== null) wanted(left, b);
        else if (right !== null) wanted(right, a);
      } else if (left !== null) asNumber(left, b);
    } else if (typeof b === "string") {
      const right = findTaint(b);
      if (right !== null) asNumber(right, a);
    }
  }

  /** Two numbers, of which one may be tainted. */
  function numbers(a, b) {
    if (!isNumeric(a) || !isNumeric(b)) return false;
    const left = numberTaint(a);
    const right = numberTaint(b);
    if (left >= 0 && right < 0) reportNumber(report, left, b);
    if (right >= 0 && left < 0) reportNumber(report, right, a);
    return true;
  }

  function asNumber(taint, other) {
    if (!taint.exact) return;
    if (isNumeric(other)) reportNumber(report, taint.id, other);
    else if (other === null || other === undefined || typeof other === "boolean") report(fact.KIND, taint.id, string(other));
  }

  /** A value is asked for its type: what that is compared with next is the type that it should have. */
  function typeAsked(value) {
    type = typeof value;
    // Objects are nothing that an input is known by.
    typed = type === "function" || (type === "object" && value !== null) ? NO_VALUE : value;
    live[0] |= LIVE_TYPE;
  }

  /** Answers whether it was two types that met. */
  function typesDiffer(a, b, place) {
    live[0] &= ~LIVE_TYPE;
    if (typeof a !== "string" || typeof b !== "string" || (a !== type && b !== type)) return false;
    if (typed !== NO_VALUE) ofKind(typed, a === type ? b : a, place);
    return true;
  }

  /** A value should have been of a type. */
  function ofKind(value, kind, place) {
    const taint = typeof value === "string" ? findTaint(value) : null;
    if (taint !== null && taint.exact) report(fact.KIND, taint.id, kind);
    else if ((live[0] & LIVE_PAIRS) !== 0) pairs.ofKind(value, kind, place);
  }

  /** A value is asked whether it is a list, and is none. */
  const noList = (value) => ofKind(value, "array");

  /** A value is asked whether it was made by `constructor`, and was not: a text of the input may have to be a list or a record. */
  function notMadeBy(value, constructor) {
    if (typeof value !== "string" || (constructor !== LISTS && constructor !== RECORDS)) return;
    const taint = findTaint(value);
    if (taint !== null && taint.exact) report(fact.KIND, taint.id, constructor === LISTS ? "array" : "object");
  }

  /** Two values met `<`, `<=`, `>` or `>=`; `place`: the slot of a probe. */
  function ordered(a, b, place) {
    if ((live[0] & LIVE_PAIRS) !== 0) pairs.ordered(a, b, place);
    if (derived.ordered(a, b) || derived.ordered(b, a) || numbers(a, b)) return;
    if (typeof a !== "string" && typeof b !== "string") return;
    const text = typeof a === "string" ? a : b;
    const other = typeof a === "string" ? b : a;
    if (typeof other === "string") {
      orderedTexts(findTaint(text), other);
      orderedTexts(findTaint(other), text);
    } else {
      const taint = findTaint(text);
      if (taint !== null) asNumber(taint, other);
    }
  }

  function orderedTexts(taint, other) {
    if (taint !== null && taint.exact && isDateLike(other)) report(fact.DATE, taint.id, "");
  }

  /** `key` was looked up among `candidates` (an array of anything) and not found. */
  function lookup(key, candidates) {
    if ((live[0] & LIVE_PAIRS) !== 0) {
      for (let i = 0; i < candidates.length && i < MOST_PAIRED; i += 1) pairs.unequal(key, candidates[i]);
    }
    if (typeof key === "string") {
      if (inputs.alive[0] === 1) inputs.soughtAmong(key, candidates);
      const taint = findTaint(key);
      if (taint !== null) return nearest(taint, key, candidates);
    }
    if (isNumeric(key)) return numbersAmong(key, candidates);
    // The key may be fixed and the collection made of inputs.
    for (let i = 0; i < candidates.length && i < MOST_CANDIDATES; i += 1) {
      if (typeof candidates[i] === "string" && typeof key === "string") {
        const taint = findTaint(candidates[i]);
        if (taint !== null) wanted(taint, key);
      }
    }
    return undefined;
  }

  /** Whether a lookup of `key` would tell something of what the program wants, for calls that do not say what they found. */
  function isTelling(key) {
    return typeof key === "string" && (inputs.alive[0] === 1 || findTaint(key) !== null);
  }

  function numbersAmong(key, candidates) {
    const own = numberTaint(key);
    for (let i = 0; i < candidates.length && i < MOST_CANDIDATES; i += 1) {
      const candidate = candidates[i];
      if (!isNumeric(candidate)) continue;
      if (own >= 0) reportNumber(report, own, candidate);
      else if (numberTaint(candidate) >= 0) reportNumber(report, numberTaint(candidate), key);
    }
  }

  function nearest(taint, key, candidates) {
    const ranked = [];
    for (let i = 0; i < candidates.length && i < MOST_RANKED; i += 1) {
      const candidate = candidates[i];
      if (typeof candidate === "string") {
        ranked[ranked.length] = { text: candidate, distance: textDistance(key, candidate, Infinity), place: i };
      }
    }
    arraySort(ranked, (x, y) => x.distance - y.distance || x.place - y.place);
    for (let i = 0; i < ranked.length && i < MOST_CANDIDATES; i += 1) {
      const { text } = ranked[i];
      const other = findTaint(text);
      if (other === null) wanted(taint, text);
      else if (taint.exact && other.exact && other.id !== taint.id) {
        report(fact.EQUAL_TO_TAINT, taint.id, string(other.id));
      }
    }
  }

  /** `text` was searched for `part`, in vain unless `found`; `kind` is PREFIX, SUFFIX or CONTAINS. */
  function search(kind, text, part, found = false) {
    if (!found && (live[0] & LIVE_PAIRS) !== 0) pairs.unequal(text, part);
    const taint = findTaint(text);
    const sought = findTaint(part);
    if (taint !== null && sought === null) partOf(kind, taint, part);
    else if (taint === null && sought !== null) wanted(sought, text);
    else if (taint === null) {
      // What was derived of an input has the part if it is nothing else.
      if (!found && (live[0] & LIVE_DERIVED) !== 0) derived.unequal(text, part);
    } else if (sought !== null && taint.exact && sought.exact && taint.id !== sought.id) {
      report(fact.EQUAL_TO_TAINT, taint.id, string(sought.id));
      report(fact.EQUAL_TO_TAINT, sought.id, string(taint.id));
    }
  }

  function partOf(kind, taint, part) {
    if (taint.exact) report(kind, taint.id, part);
    else if (kind === fact.CONTAINS) report(kind, taint.id, part);
    else if (kind === fact.PREFIX && stringStartsWith(part, taint.prefix)) {
      report(taint.suffix === "" ? fact.PREFIX : fact.CONTAINS, taint.id, stringSlice(part, taint.prefix.length));
    } else if (kind === fact.SUFFIX && stringEndsWith(part, taint.suffix)) {
      const end = part.length - taint.suffix.length;
      report(taint.prefix === "" ? fact.SUFFIX : fact.CONTAINS, taint.id, stringSlice(part, 0, end));
    }
  }

  /**
   * `text` did not match the regular expression `source()`, which has at least `length` units; `kind()` is REGEX_WHOLE or
   * REGEX_PARTIAL. Both may take a while, and are asked only for what is told.
   */
  function unmatched(text, kind, source, length) {
    if (length > LONGEST_TEXT) return;
    const taint = findTaint(text);
    if (taint === null) {
      if ((live[0] & LIVE_PAIRS) !== 0) pairs.unmatched(text, () => kind() === fact.REGEX_WHOLE, source, length);
      return;
    }
    // The path of a request begins with a slash that is not the input's.
    if (taint.exact || (taint.prefix === "/" && taint.suffix === "")) report(kind(), taint.id, source());
  }

  /** `text` matched a regular expression. */
  function matched(text, source) {
    if (source.length > LONGEST_TEXT) return;
    const taint = findTaint(text);
    if (taint !== null) report(fact.REGEX_MATCHED, taint.id, source);
  }

  /** `text` is read as a number, and is none. */
  function unread(text) {
    const taint = findTaint(text);
    if (taint !== null && taint.exact) report(fact.NUMBER, taint.id, "");
  }

  /** `text` is read as a date, and is none. */
  function undated(text) {
    const taint = findTaint(text);
    if (taint !== null && taint.exact) report(fact.DATE, taint.id, "");
  }

  /** `text` is read as the time `time`, in milliseconds; `date`: as an object that has it. */
  function dated(text, time, date) {
    if (time !== time) return undated(text);
    const id = dateTaint(text);
    if (id < 0) return undefined;
    derived.remember(time, id, "date", "time");
    if (date === null) return undefined;
    for (let i = 0; i < DATE_PARTS.length; i += 1) {
      // In the time of the machine, and in that of the text.
      const getters = dateGetters[DATE_PARTS[i]];
      derived.remember(getters[0](date), id, "date", DATE_PARTS[i]);
      derived.remember(getters[1](date), id, "date", DATE_PARTS[i]);
    }
    return undefined;
  }

  /** `text` is read as a URL, and is none. */
  function unparsed(text) {
    const taint = findTaint(text);
    if (taint !== null && taint.exact) report(fact.URL, taint.id, "");
  }

  /** `text` is read as this URL. */
  function parsed(text, url) {
    const taint = findTaint(text);
    if (taint === null) return;
    for (let i = 0; i < URL_PARTS.length; i += 1) {
      const part = urlGetters[URL_PARTS[i]](url);
      if (part !== "" && findTaint(part) === null) derived.remember(part, taint.id, "url", URL_PARTS[i]);
    }
  }

  /** `text` was read as JSON: what is read of the record or list that it is. */
  function readJson(text, value) {
    if (inputs.alive[0] === 1 && typeof value === "object" && value !== null) inputs.madeOf(text, value);
  }

  /** A record, or a text that should be one, has no property of this name, which it should have. */
  function lacks(value, name) {
    if (inputs.alive[0] === 1 && isName(name)) inputs.lacks(value, name);
  }

  /** `text` is decoded: `codec` is a name of the layout's ENCODED. */
  function encoded(text, codec) {
    const taint = findTaint(text);
    if (taint !== null && taint.exact) report(fact.ENCODED, taint.id, codec);
  }

  return {
    unequal, ordered, lookup, isTelling, search, matched, unmatched, unread, dated, unparsed, parsed, readJson, encoded, typeAsked, noList, notMadeBy, lacks,
    live, pairs, derived, marks, keysOf: createListedKeys(map),
  };
}

module.exports = { createTaint, keysLookedAt, MOST_RANKED, MOST_CANDIDATES };

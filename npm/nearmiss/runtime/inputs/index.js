"use strict";
// Which inputs the program reads (paper 001 section 5): probes are told of paths that a statement reads of local names,
// and of names that were given a part of such a path. No code of the program runs: only plain data is looked at.
//
// `i(req, "query.page headers.x-key")`: these are read of `req`. `j(q, req, "query")`: `q` was read so; `j(q, 0, "query")`:
// it was taken out of a parameter that has no name.
const {
  arrayIsArray,
  isProxy,
  Map,
  mapGet,
  mapSet,
  objectGetOwnPropertyDescriptor,
  Set,
  setAdd,
  setHas,
  WeakMap,
  weakMapGet,
  weakMapSet,
} = require("../intrinsics.js");
const { word, epoch, fact } = require("../generated/layout.js");
const { isPlainObject, ownKeys } = require("../truthness/own_keys.js");
const { findTaint } = require("../taint/marker.js");
const { inputSought, placeOfFake } = require("./fakes.js");
const { createSources } = require("./sources.js");
const { answered, document, isTextProperty, step, NOTHING, PARTS, REQUEST } = require("./places.js");
const { pathsOf } = require("./paths.js");

/** Values of one list or record that are followed, and of one body in all. */
const MOST_ITEMS = 16;
const MOST_INSIDE = 64;

/** Longest JSON text of which reads are told. */
const LONGEST_JSON = 1024;

/** Each item of a list. */
const EACH = { name: "-", call: false, argument: "" };

function createInputs({ header }, report) {
  /** 1 while a request is answered and the core wants to know what it reads: what probes test before anything else. */
  const alive = new Uint8Array(1);
  /** Place by object: what part of the call it is. */
  const places = new WeakMap();
  const plans = new Map();
  const sources = createSources();
  /** Values that may still be noted inside of the body under way. */
  let left = 0;
  /** The number of the answer of a service whose body a text is, or -1. */
  let numberOf = () => -1;

  /** A request comes in, as Node has made it; `parse` is `querystring.parse`. */
  function began(request, parse) {
    if (header[word.DISCOVERY] !== 1 || header[word.EPOCH_STATE] !== epoch.OPEN) {
      alive[0] = 0;
      return;
    }
    sources.began(request, parse);
    remember(request, REQUEST);
    alive[0] = 1;
  }

  /** No request is under way. */
  function ended() {
    alive[0] = 0;
  }

  /** Notes what part of the call an object is. Of most of them nothing is ever told. */
  function remember(object, place) {
    const known = { place, told: null };
    weakMapSet(places, object, known);
    return known;
  }

  /** Whether something is to be told of an object, which it is once. */
  function isNews(known, text) {
    if (known.place === NOTHING) return false;
    if (known.told === null) known.told = new Set();
    else if (setHas(known.told, text)) return false;
    setAdd(known.told, text);
    return true;
  }

  function placeOf(object) {
    return weakMapGet(places, object) ?? remember(object, isProxy(object) ? NOTHING : sources.placeOf(object));
  }

  function planOf(text) {
    const known = mapGet(plans, text);
    if (known !== undefined) return known;
    const plan = pathsOf(text);
    mapSet(plans, text, plan);
    return plan;
  }

  function i(base, text) {
    if (base === null || (typeof base !== "object" && typeof base !== "function")) {
      if (typeof base === "string") ofText(base, planOf(text));
      return;
    }
    const known = placeOf(base);
    if (!isNews(known, text)) return;
    const paths = planOf(text);
    for (let n = 0; n < paths.length; n += 1) walk(base, known.place, paths[n]);
  }

  /**
   * A record or list, or a text that should be one, has no property `name`, which the program has looked for. Of names that the program makes there may be any number,
   * so nothing is kept of them but on what was read.
   */
  function lacks(base, name) {
    if (findTaint(name) !== null) return undefined;
    const path = [{ name, call: false, argument: "" }];
    if (typeof base === "string") return ofText(base, [path]);
    if (base === null || typeof base !== "object") return undefined;
    const known = placeOf(base);
    if (!isNews(known, name)) return undefined;
    walk(base, known.place, path);
    return undefined;
  }

  function j(value, base, text) {
    const paths = planOf(text);
    if (base === 0) {
      if (sources.isPart(paths[0][0], value)) bind(value, walk(undefined, REQUEST, paths[0]));
      return;
    }
    if (base === null || (typeof base !== "object" && typeof base !== "function")) return;
    const known = placeOf(base);
    if (known.place !== NOTHING) bind(value, walk(base, known.place, paths[0]));
  }

  /**
   * A framework has read a part of the request for the program (`query`, `headers`, `cookies`, `body`), or, unless `name` is
   * "", what stands there under this name: `value` is what it hands on.
   */
  function given(request, part, name, value) {
    if (alive[0] === 0) return;
    let place = PARTS[part];
    if (name !== "") {
      const next = step(place, { name, call: false, argument: "" }, ownValue(request, part));
      if (next.input !== "") tell(place, next.input);
      place = next.place;
    }
    if (bind(value, place)) bindInside(value, place);
  }

  /** Notes what part of the call a value is; answers whether that is new. */
  function bind(value, place) {
    if (place === NOTHING || value === null || typeof value !== "object") return false;
    const known = weakMapGet(places, value);
    if (known !== undefined && known.place !== NOTHING) return false;
    remember(value, place);
    return true;
  }

  function tell(place, input) {
    if (place.kind === "j") report(fact.FIELD, 0, `${input.length},${input}${place.text}`);
    else if (place.kind === "s") report(fact.ANSWER, 0, `${place.text},${input}`);
    else report(fact.INPUT, 0, input);
  }

  /** A value of the program's was read from this JSON text. */
  function madeOf(text, value) {
    if (madeOfAnswer(text, value) || text.length > LONGEST_JSON) return;
    const place = document(text);
    remember(value, place);
    bindInside(value, place);
  }

  /** A value was read from this JSON text, by anybody; answers whether a service has answered it. */
  function madeOfAnswer(text, value) {
    const number = numberOf(text);
    if (number < 0 || value === null || typeof value !== "object") return number >= 0;
    const place = answered(number);
    remember(value, place);
    bindInside(value, place);
    return true;
  }

  /** A record holds the headers of the answer of a service with this number. */
  function headersOfAnswer(object, number) {
    remember(object, answered(`${number}h`));
  }

  /** A header of that answer is asked for by a function. */
  function headerOfAnswer(name, number) {
    tell(answered(`${number}h`), `/${name}`);
  }

  /** From now on texts are looked for among the answers of services: `number(text)`, -1 for none. */
  function knowAnswers(number) {
    numberOf = number;
  }

  /** Follows a path from an object of a place; reports what it reads and answers the place that it ends at. */
  function walk(object, from, path) {
    let value = object;
    let place = from;
    for (let n = 0; n < path.length && place !== NOTHING; n += 1) {
      const piece = path[n];
      const next = step(place, piece, value);
      if (next.input !== "") tell(place, next.input);
      place = next.place;
      value = piece.call ? undefined : ownValue(value, piece.name);
      if (value !== null && typeof value === "object" && place !== NOTHING) {
        if (bind(value, place)) bindInside(value, place);
      }
    }
    return place;
  }

  /** What is inside of a body or document is a part of it, whoever takes it out. */
  function bindInside(value, place) {
    if (place.kind !== "b" && place.kind !== "j" && place.kind !== "s") return;
    left = MOST_INSIDE;
    inside(value, place);
  }

  function inside(value, place) {
    if (!isPlainObject(value)) return;
    const isList = arrayIsArray(value);
    const each = isList ? step(place, EACH, value).place : NOTHING;
    const names = isList ? value : ownKeys(value);
    for (let n = 0; names !== null && n < names.length && n < MOST_ITEMS && left > 0; n += 1) {
      const part = ownValue(value, isList ? n : names[n]);
      if (part === null || typeof part !== "object") continue;
      const its = isList ? each : step(place, { name: names[n], call: false, argument: "" }, value).place;
      const known = weakMapGet(places, part);
      if (its === NOTHING || (known !== undefined && known.place !== NOTHING)) continue;
      left -= 1;
      remember(part, its);
      inside(part, its);
    }
  }

  /** A tainted text is read like a record or a list. */
  function ofText(text, paths) {
    const taint = findTaint(text);
    if (taint === null || !taint.exact) return;
    for (let n = 0; n < paths.length; n += 1) {
      const { name, call } = paths[n][0];
      if (!call && !isTextProperty(name)) report(fact.PROPERTY, taint.id, name);
    }
  }

  /** A name was looked for among others, in vain. */
  function soughtAmong(key, entries) {
    const input = inputSought(key, entries);
    if (input !== "") report(fact.INPUT, 0, input);
  }

  /** Two texts differ. */
  function comparedTexts(a, b) {
    const place = placeOfFake(a);
    const other = place === "" ? placeOfFake(b) : "";
    if (place !== "") soughtAmong(b, [a]);
    else if (other !== "") soughtAmong(a, [b]);
  }

  return { alive, began, ended, given, i, j, lacks, madeOf, madeOfAnswer, headersOfAnswer, headerOfAnswer, knowAnswers, soughtAmong, comparedTexts };
}

/** The value of an own data property; undefined for anything that would run code. */
function ownValue(object, name) {
  if (typeof object !== "object" || !isPlainObject(object)) return undefined;
  const property = objectGetOwnPropertyDescriptor(object, name);
  return property === undefined ? undefined : property.value;
}

module.exports = { createInputs };

"use strict";
// Queries: told to whoever listens, from the driver's own functions. Where nobody listens, no function of a driver is
// replaced.

const { Map, mapClear, mapGet, mapSet, mapSize } = require("../../runtime/intrinsics.js");
const { ownField } = require("../../adapters/observe.js");
const { placesOfCaller } = require("../incidents/place.js");
const { around, call, replace } = require("../incidents/stand_in.js");

const listeners = [];
/** Flags: one of them wants to know how queries end, and where each was asked for. */
let wantsEnds = false;
let wantsPlaces = false;
/** Replacements that wait for somebody to listen, or to listen to how queries end. */
const waiting = [];
const waitingForEnds = [];
/** Flag: statements are ours. */
let isOurs = false;
/** Places where queries that a pool hands on later were asked for, by their text. */
const asked = new Map();
/** Texts and places of one text that are kept: more are not under way at the same time. */
const MOST_ASKED = 200;
const NOWHERE = Object.freeze({ place: "", asker: "" });

/**
 * Listens to queries: `{ begun(query), ended?(query), places?: true }`, the last where it wants the place of each. A
 * query is
 * - `driver`, `version`, `dialect`, and `connection`, the driver's own object;
 * - `kind`: "query"; "prepare": it may be run later; "ask": a pool was asked for it, the query itself follows;
 * - `text` and `values`, as the program gave them;
 * - `place()`: where the project asked for it, "" where that does not show, and `asker()`: the first place below in another
 *   of its files, or ""; only while `begun` is called, since they ask the stack. `above`: the driver's function that was
 *   called;
 * - `transaction`: whether a transaction was open before; null where that is not known;
 * - when it has ended: `rows` (as the driver answers them; null where it does not), `count` (rows that were found or
 *   changed, or null), or `error`: `{ code, state, number, constraint, table, column, message }`, what it lacks is null.
 * What a listener throws is lost.
 */
exports.listen = (listener) => {
  listeners.push(listener);
  if (listener.places === true) wantsPlaces = true;
  for (const replacement of waiting.splice(0)) replacement();
  if (listener.ended === undefined) return;
  wantsEnds = true;
  for (const replacement of waitingForEnds.splice(0)) replacement();
};

/** Calls `put` as soon as somebody listens. */
exports.whenListening = (put) => {
  if (listeners.length > 0) put();
  else waiting.push(put);
};

/** Tells whether to follow a query to its end. */
exports.wantsEnds = () => wantsEnds;

/**
 * Replaces methods that `holder` has of its own, as soon as somebody listens: `through(real)` answers what is called in
 * their place with `(self, args, standIn)`, makes the call by `call` and answers its result. The stand-ins look like
 * the real ones.
 */
exports.watch = (holder, names, through) => replaceOnce(listeners.length > 0, waiting, holder, names, through);

/** Replaces, likewise, methods that only tell how queries end. */
exports.watchEnds = (holder, names, through) => replaceOnce(wantsEnds, waitingForEnds, holder, names, through);

function replaceOnce(isTime, list, holder, names, through) {
  if ((typeof holder !== "object" && typeof holder !== "function") || holder === null) return;
  const put = () => replace(holder, names, (real) => around(real, through(real)));
  if (isTime) put();
  else list.push(put);
}

exports.call = call;

function notify(event, query) {
  for (let i = 0; i < listeners.length; i += 1) {
    try {
      listeners[i][event]?.(query);
    } catch {
      // Not for the program to see.
    }
  }
}

function placesAsked(text) {
  const all = mapGet(asked, text);
  return all === undefined || all.length === 0 ? NOWHERE : all.shift();
}

function noteAsked(text, places) {
  if (places.place === "") return;
  const all = mapGet(asked, text);
  if (all === undefined) {
    if (mapSize(asked) >= MOST_ASKED) mapClear(asked);
    mapSet(asked, text, [places]);
  } else if (all.length < MOST_ASKED) all.push(places);
}

/** The places of a query (`placesOfCaller`): where its caller is, else where its pool was asked for it. */
function placesOf(query, known) {
  const places = known !== undefined ? { place: known(), asker: "" } : placesOfCaller(query.above);
  if (query.kind === "ask") {
    noteAsked(query.text, places);
    return places;
  }
  const before = placesAsked(query.text);
  return places.place === "" ? before : places;
}

/**
 * A query begins: `{ text, values, connection, above, kind, transaction, place }`; `place()`, if the driver knows
 * better. Answers what `ended` and `failed` take, or null where nobody is to know.
 */
exports.begun = (driver, { text, values = [], connection = null, above, kind = "query", transaction = null, place: known }) => {
  if (isOurs || listeners.length === 0 || typeof text !== "string") return null;
  let places;
  const look = () => (places ??= placesOf(query, known));
  const query = {
    driver: driver.name,
    version: driver.version,
    dialect: driver.dialect,
    connection,
    kind,
    text,
    values,
    above,
    place: () => look().place,
    asker: () => look().asker,
    transaction,
    rows: null,
    count: null,
    error: null,
  };
  if (wantsPlaces) query.place();
  notify("begun", query);
  // It can be asked for no longer.
  places ??= NOWHERE;
  return query;
};

/** A query has ended well. */
exports.ended = (query, rows = null, count = null) => {
  if (query === null || !wantsEnds) return;
  query.rows = Array.isArray(rows) ? rows : null;
  query.count = typeof count === "number" ? count : (query.rows?.length ?? null);
  notify("ended", query);
};

/** A constraint as MySQL and SQLite name it in their texts. */
const NAMED = [/for key '([^']+)'/, /CONSTRAINT [`"]([^`"]+)[`"]/, /constraint failed: ([\w.", ]+)/];

function constraintOf(error, message) {
  const named = ownField(error, "constraint") ?? ownField(error, "constraint_name");
  if (typeof named === "string") return named;
  for (const pattern of NAMED) {
    const found = pattern.exec(message)?.[1];
    if (found !== undefined) return found;
  }
  return null;
}

/** A query has failed; nothing of the program runs. */
exports.failed = (query, error) => {
  if (query === null || !wantsEnds) return;
  const told = ownField(error, "message");
  const message = typeof told === "string" ? told : "";
  query.error = {
    code: ownField(error, "code") ?? null,
    state: ownField(error, "sqlState") ?? null,
    number: ownField(error, "errno") ?? ownField(error, "errcode") ?? null,
    constraint: constraintOf(error, message),
    table: ownField(error, "table") ?? ownField(error, "table_name") ?? null,
    column: ownField(error, "column") ?? ownField(error, "column_name") ?? null,
    message,
  };
  notify("ended", query);
};

/** `standIn`, `through`, `made` and `call`. */
const FRAMES_OF_MADE = 4;

/** Makes the call of a query; one that throws at once has failed. */
exports.made = (query, real, self, args) => {
  try {
    return call(real, self, args, FRAMES_OF_MADE);
  } catch (error) {
    exports.failed(query, error);
    throw error;
  }
};

/** Calls `run` with nobody being told of the statements that it begins. */
exports.silently = (run) => {
  const before = isOurs;
  isOurs = true;
  try {
    return run();
  } finally {
    isOurs = before;
  }
};

/**
 * Tells what a pool is asked for: the query itself comes later, from a connection. `textOf(args)`: `{ text, values }`.
 */
exports.asks = (driver, textOf, answered = () => {}) => (real) => (self, args, standIn) => {
  exports.begun(driver, { ...textOf(args), above: standIn, kind: "ask" });
  const result = call(real, self, args);
  answered(result);
  return result;
};

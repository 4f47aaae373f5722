"use strict";
// What the connections to databases do during a test: which call asked for what, which transactions are open, which
// changes stand, and what was refused. All of it is what drivers tell of their queries (`../../databases`).

const { session: thread } = require("../../../register/session.js");
const { Map, mapClear, mapGet, mapSet, mapSize, WeakMap, weakMapGet, weakMapSet } = require("../../../runtime/intrinsics.js");
const databases = require("../../databases/index.js");
const { refusalOf } = require("./refusals.js");
const { statementsOf } = require("./statements.js");

/** Texts of queries whose places are remembered; of one that shows no place so many are looked at. */
const MOST_TEXTS = 2_000;
const LOOKS_AT_TEXT = 3;
/** Changes of one call that are remembered. */
const MOST_CHANGES = 40;
const NOWHERE = Object.freeze({ place: "", asker: "" });
/** Verbs that change nothing where it is not known how many rows they changed. */
const NEEDS_ROWS = new Set(["UPDATE", "DELETE", "MERGE"]);
const VERBS = new Set(["INSERT", ...NEEDS_ROWS]);

let isInstalled = false;
let ownerNow = () => null;
/** Places by operations and texts of queries, each with the looks that it took. */
const places = new Map();
/** Who asked at a place for which others may ask: one, or true for several. */
const askers = new Map();
/** Places that were seen to ask while no call was under way: the program does that by itself. */
const ofProgram = new Map();
const sessions = new WeakMap();
/** Sessions in a transaction. */
let open = [];
/** Sessions whose transaction was rolled back for the program, on which it has asked for nothing since. */
let forsaken = [];
/** Doings of the calls of the test, by the index of each. */
const calls = new Map();

/**
 * Answers where a query was asked for, by its text: asking the stack costs more than many a query. What builds queries makes the same
 * text for two operations.
 */
function placesOf(query) {
  const key = `${thread.epoch?.operation() ?? 0} ${query.text}`;
  const known = mapGet(places, key);
  if (known !== undefined && (known.place !== "" || known.looks >= LOOKS_AT_TEXT)) return known;
  if (known === undefined && mapSize(places) >= MOST_TEXTS) return NOWHERE;
  const found = { place: query.place(), asker: query.asker(), looks: (known?.looks ?? 0) + 1 };
  mapSet(places, key, found);
  const before = mapGet(askers, found.place);
  if (before !== true && found.asker !== "") mapSet(askers, found.place, before === undefined || before === found.asker ? found.asker : true);
  return found;
}

/** Tells whether several ask at a place for what they want, so that it says little. */
const isForAll = (place) => mapGet(askers, place) === true;

/**
 * Answers what a call did: whether it ran into the transaction of another one, where the last of its queries that failed was asked
 * for, what was refused last, which changes stand.
 */
function callOf(action) {
  let call = mapGet(calls, action);
  if (call === undefined) {
    call = { failure: null, isTold: false, isMuddled: false, refusal: null, changes: [] };
    mapSet(calls, action, call);
  }
  return call;
}

function sessionOf({ driver, connection }) {
  let session = weakMapGet(sessions, connection);
  if (session === undefined) {
    session = { driver, connection, running: 0, open: null, last: null };
    weakMapSet(sessions, connection, session);
  }
  return session;
}

/** Notes who uses a session, and where it did so last in this call: who gave it back in between has taken it again. */
function use(session, owner, place) {
  const { last } = session;
  if (owner === null) {
    session.last = null;
    // What starts, and who logs in before a test, may use the same helper as calls do.
    const isAlone = thread.epoch !== null && !thread.epoch.isBoot() && require("../../requests.js").underWay() === 0;
    if (place !== "" && isAlone) mapSet(ofProgram, place, true);
  } else if (last === null || last.test !== owner.test || last.action !== owner.action) {
    session.last = { ...owner, place };
  } else if (place !== "") last.place = place;
}

function begun(query) {
  const { kind, text, connection } = query;
  const statements = kind === "query" ? statementsOf(text) : [];
  // The same few letters begin each transaction.
  const isBegin = statements.some(({ does }) => does === "begin");
  const { place, asker } = isBegin ? { place: query.place(), asker: query.asker() } : placesOf(query);
  if (kind !== "query" || typeof connection !== "object" || connection === null) return;
  const session = sessionOf(query);
  const owner = ownerNow();
  use(session, owner, place);
  if (forsaken.length > 0) forsaken = forsaken.filter((one) => one !== session);
  session.running += 1;
  const isLate = owner !== null && (thread.epoch.hasThrown() || callOf(owner.action).failure !== null);
  query.follows = { session, statements, owner, place, asker, isLate };
  // In a transaction that another call has left open: whether what it changes stands is not for it to say.
  if (owner !== null && session.open !== null && session.open.owner?.action !== owner.action) callOf(owner.action).isMuddled = true;
  if (session.open !== null && session.open.place === "") session.open.place = place;
}

function close(session) {
  session.open = null;
  open = open.filter((one) => one !== session);
}

/** Answers what changed in a transaction stands from now on. */
function keep(changes) {
  for (const { owner, ...change } of changes) {
    if (owner === null || owner.test !== ownerNow()?.test) continue;
    const call = callOf(owner.action);
    if (call.changes.length < MOST_CHANGES) call.changes.push(change);
    // What was refused before was tried again, or got another way.
    if (call.refusal?.table === change.table) call.refusal = null;
  }
}

function opened({ session, owner, place }, isSavepoint, name) {
  session.open = { owner, place, hasFailed: false, isReused: false, changes: [], saves: isSavepoint ? [{ name, at: 0 }] : [], outer: isSavepoint ? name : null };
  if (!open.includes(session)) open.push(session);
}

function savepointOf({ saves }, name) {
  for (let at = saves.length - 1; at >= 0; at -= 1) if (saves[at].name.toLowerCase() === name.toLowerCase()) return at;
  return -1;
}

/** A transaction is to be committed. */
function commit(session, query) {
  const { open: one } = session;
  // SQLite goes on with one that it could not commit.
  if (query.error !== null && query.dialect === "sqlite") return;
  close(session);
  if (query.error === null && !one.hasFailed) keep(one.changes);
}

const STEPS = {
  __proto__: null,
  begin(session, query, follows) {
    if (query.error !== null) return;
    if (session.open !== null && query.dialect === "postgres") {
      // Somebody who does not know of the one that was left open.
      session.open.isReused = true;
      return;
    }
    // MySQL commits what was open.
    if (session.open !== null) commit(session, query);
    opened(follows, false, "");
  },
  commit: (session, query) => session.open !== null && commit(session, query),
  rollback: (session) => close(session),
  define: (session, query) => session.open !== null && query.dialect === "mysql" && commit(session, query),
  save(session, query, follows, name) {
    if (query.error !== null) return;
    if (session.open !== null) session.open.saves.push({ name, at: session.open.changes.length });
    else if (query.dialect === "sqlite") opened(follows, true, name);
  },
  back(session, query, follows, name) {
    const at = session.open === null || query.error !== null ? -1 : savepointOf(session.open, name);
    if (at < 0) return;
    session.open.changes.length = session.open.saves[at].at;
    session.open.saves.length = at + 1;
    session.open.hasFailed = false;
  },
  release(session, query, follows, name) {
    if (session.open === null || query.error !== null) return;
    const at = savepointOf(session.open, name);
    if (at === 0 && session.open.outer !== null) commit(session, query);
    else if (at >= 0) session.open.saves.length = at;
  },
};

/** A statement that changes a table has ended well. */
function changed(verb, table, query, { session, owner, place, isLate }) {
  if (query.count === 0 || (query.count === null && NEEDS_ROWS.has(verb))) return;
  const change = { owner, verb, table, place, isLate };
  if (session.open !== null) session.open.changes.push(change);
  // A transaction of which we have not seen the beginning may end in any way.
  else if (query.transaction !== true) keep([change]);
}

function refused(query, { session, statements, owner, place, asker }) {
  if (session.open !== null && query.dialect === "postgres") session.open.hasFailed = true;
  if (owner === null) return;
  const call = callOf(owner.action);
  call.failure = { place, asker: isForAll(place) ? asker : "" };
  const refusal = refusalOf(query);
  if (refusal !== null) call.refusal = { ...refusal, place, table: statements.find(({ does }) => VERBS.has(does))?.name };
}

function ended(query) {
  const { follows } = query;
  if (follows === undefined) return;
  const { session, statements } = follows;
  session.running -= 1;
  for (let i = 0; i < statements.length; i += 1) {
    const { does, name } = statements[i];
    if (STEPS[does] !== undefined) STEPS[does](session, query, follows, name);
    else if (query.error === null) changed(does, name, query, follows);
  }
  if (query.error !== null) refused(query, follows);
}

/** Follows connections, once. */
exports.install = () => {
  if (isInstalled) return;
  isInstalled = true;
  const incidents = require("../index.js");
  ownerNow = incidents.owner;
  incidents.whenTestBegins(() => mapClear(calls));
  databases.install();
  databases.onQuery({ begun, ended });
};

/** Answers what a call of the test did. */
exports.call = (action) => mapGet(calls, action);

/** Answers what the calls of the test did, by the index of each. */
exports.calls = () => [...calls];

/** Answers how the session is used by now that a driver's own object stands for; undefined where it asked nothing. */
exports.sessionOf = (connection) => (typeof connection === "object" && connection !== null ? weakMapGet(sessions, connection) : undefined);

/** Tells whether the program itself, and no call, was seen to ask there. */
exports.isOfProgram = (place) => place !== "" && mapGet(ofProgram, place) === true;

/** Tells whether a session is in a transaction, as far as its driver knows. */
exports.isOpen = ({ driver, connection, open: one }) => one !== null && databases.stateOf(driver, connection) !== false;

/** Sessions whose transaction a call of this test has opened and nobody has ended. */
exports.open = (test) => open.filter((one) => one.open.owner?.test === test && exports.isOpen(one) && !exports.isOfProgram(one.open.place));

/** Counts the connections that are as good as gone: their transaction was rolled back for the program, which has not used them since. */
exports.forsaken = () => forsaken.length;

/** Rolls back the transaction of a session, between two tests. */
exports.rollBack = (session) => {
  close(session);
  forsaken.push(session);
  databases.raw(session.driver, session.connection)?.run("ROLLBACK", []).catch(() => {});
};

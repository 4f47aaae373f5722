"use strict";
// Watches the process for what answers do not show. A watcher is one file and one line in WATCHERS; each is off unless the
// search asks for it by the name of its oracle (`incidents` in NEARMISS_OPTIONS).

const { session } = require("../../register/session.js");
const { fact } = require("../../runtime/generated/layout.js");

/** Longest line for people. */
const LONGEST_DETAIL = 300;

/** Watchers by the names of the oracles that need them. */
const WATCHERS = {
  __proto__: null,
  "half-done-change": ["changes.js"],
  "hanging-request": ["errors.js"],
  "open-transaction": ["transactions.js"],
  "other-servers": ["servers.js"],
  "path-traversal": ["files.js"],
  "process-exit": ["errors.js"],
  "prototype-pollution": ["prototypes.js"],
  "refused-value": ["constraints.js"],
  "server-side-request": ["connections.js"],
  signatures: ["signatures.js"],
  "sql-injection": ["queries.js"],
  "unhandled-error": ["errors.js"],
  "unreturned-connection": ["checkouts.js"],
};

/** What those that are on (`{ install(tell), requestBegan?(), responseEnded?(), patience?(), testEnds?() }`) do when. */
const began = [];
const ended = [];
const waits = [];
const ends = [];
/** The action of the request that began last, and its test: until the next one begins, what happens is its. */
let action = 0;
let test = -1;
/** Number of requests that have begun. */
let begun = 0;
/** Kinds after which the process may end: what is under way is never answered then. */
const ENDING = new Set(["ends", "uncaught"]);
let noteHandled = () => {};
/** Forgets what the calls of the last test did to databases. */
let forget = () => {};

/**
 * Tells that something went wrong: `kind` is a word of `crates/nearmiss_problem/src/rest/oracles`, `place` `src/a.js:12` or "",
 * `detail` a line for people, which may hold values. `of`: the call that it belongs to, where that is not the one under way.
 */
function tell(kind, place, detail, of) {
  const { epoch, runtime } = session;
  if (epoch === null || runtime === null || !epoch.isOpen()) return;
  if (ENDING.has(kind)) noteHandled();
  const text = `${kind}\n${place}\n${detail.length > LONGEST_DETAIL ? detail.slice(0, LONGEST_DETAIL) : detail}`;
  runtime.report(fact.INCIDENT, 0, text, of ?? (epoch.current() === test ? action : epoch.action()));
}

/** The call that works now, `{ test, action, begun }`: the one whose request began last in this test, which was that of this number; null between tests. */
exports.owner = () => {
  const { epoch } = session;
  if (epoch === null || !epoch.isOpen() || epoch.current() !== test) return null;
  return { test, action, begun };
};

/** A connection to a stranger was refused: no fault of the program, but what it answers then may look like one. */
exports.stranger = (to, place) => tell("stranger", place, to);

/** A service was called, and has failed in an ordinary way or not: what is answered then may hang on that. */
exports.service = (hasFailed, detail, place) => tell(hasFailed ? "failed-service" : "service", place, detail);

/** A service was asked in a way that is a fault: `kind` is "unlimited-wait" or "endless-retry". */
exports.askedBadly = (kind, origin, place) => tell(kind, place, origin);

/** Calls `run` when the first call of a test begins. */
exports.whenTestBegins = (run) => {
  forget = run;
};

/** Calls `note` before the process may end. */
exports.beforeEnd = (note) => {
  noteHandled = note;
};

/** Puts the watchers in place that the search asks for, once, before any code of the program runs. */
exports.install = () => {
  const files = new Set();
  for (const name of session.options.incidents ?? []) for (const file of WATCHERS[name] ?? []) files.add(file);
  for (const file of files) {
    const watcher = require(`./${file}`);
    watcher.install(tell);
    if (watcher.requestBegan !== undefined) began.push(watcher.requestBegan);
    if (watcher.responseEnded !== undefined) ended.push(watcher.responseEnded);
    if (watcher.patience !== undefined) waits.push(watcher.patience);
    if (watcher.testEnds !== undefined) ends.push(watcher.testEnds);
  }
};

/** Asks watchers; what one of them throws is not for the program to see. */
function ask(watchers) {
  for (let i = 0; i < watchers.length; i += 1) {
    try {
      watchers[i]();
    } catch {
      // A prototype that a call has polluted reaches our code, too.
    }
  }
}

/** A request of the core, or of the program to itself, begins. */
exports.requestBegan = () => {
  const { epoch } = session;
  if (test !== epoch.current()) forget();
  action = epoch.action();
  test = epoch.current();
  begun += 1;
  ask(began);
};

/** Milliseconds for which to wait for what calls have left open, once nothing else of the program runs; mostly 0. */
exports.patience = () => {
  let most = 0;
  for (let i = 0; i < waits.length; i += 1) {
    try {
      most = Math.max(most, waits[i]());
    } catch {
      // As if nothing were left.
    }
  }
  return most;
};

/** The response of a request is finished or its connection is closed. */
exports.responseEnded = () => ask(ended);

/** The epoch is about to be closed. */
exports.testEnds = () => ask(ends);

"use strict";
// Which test a timer belongs to. What is started by a request of a test is the test's, through any number of callbacks and
// awaits; what was started when the program booted, or by a timer of that, belongs to no test and is left alone.
//
// Following that costs each promise of the program a little (`AsyncLocalStorage`), so it begins with the first timer that
// the program's own code starts while a request is under way.

const { session } = require("../../register/session.js");
const { Set, setAdd, setHas } = require("../../runtime/intrinsics.js");
const { clearTimeout } = require("./native.js");

/** Timers of a test that are kept whether they have fired or not. */
const MOST_KEPT = 256;
const NO_TEST = -1;
const NONE = Object.freeze({ test: NO_TEST, isOver: false });

let storage = null;
/** The places that started a timer before the first request of a test. */
const atBoot = new Set();
/** The timers of the test `owner`. */
let owner = NO_TEST;
let timers = [];
/** How many may be in it before those that have fired are dropped. */
let room = MOST_KEPT;

/** The test of the code that runs, `{ test, isOver }`; -1: it belongs to none. `place` says where it stands. */
exports.current = (place) => {
  const { epoch } = session;
  if (epoch === null) return NONE;
  if (storage !== null) {
    const test = storage.getStore();
    return test === undefined ? NONE : { test, isOver: test !== epoch.current() };
  }
  if (!epoch.isOpen() || require("../requests.js").underWay() === 0) {
    setAdd(atBoot, place);
    return NONE;
  }
  // The first one: nothing tells it from a timer of the background but that its place has not been seen there.
  const { AsyncLocalStorage } = require("node:async_hooks");
  storage = new AsyncLocalStorage();
  if (setHas(atBoot, place)) return NONE;
  storage.enterWith(epoch.current());
  return { test: epoch.current(), isOver: false };
};

/** Ends with the test what was started in it. */
exports.keep = (test, timer) => {
  if (owner !== test) {
    exports.end(owner);
    owner = test;
  }
  if (timers.length >= room) {
    timers = waiting(timers);
    room = timers.length < MOST_KEPT ? MOST_KEPT : 2 * timers.length;
  }
  timers[timers.length] = timer;
};

/** Those that have neither fired nor been cleared. */
function waiting(all) {
  const left = [];
  for (let i = 0; i < all.length; i += 1) if (all[i]._destroyed !== true) left[left.length] = all[i];
  return left;
}

/** The test is over: what it has started does not fire any more. */
exports.end = (test) => {
  if (owner !== test) return;
  const ended = timers;
  timers = [];
  room = MOST_KEPT;
  for (let i = 0; i < ended.length; i += 1) clearTimeout(ended[i]);
};

/** A request of a test begins: what runs from here on is the test's. */
exports.requestBegan = (test) => {
  if (owner !== test) exports.end(owner);
  if (storage !== null) storage.enterWith(test);
};

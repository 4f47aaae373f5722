"use strict";
// Timers during a search (paper 001, sections 4.2 and 7): those that a request of a test starts wait a second at most and
// end with the test; those of schedulers never fire. All others are the real ones: what the program starts when it boots
// (health checks, caches, reconnecting), what libraries start for themselves (pools, drivers), and Node's own.
//
// The functions keep name, length and the promise form that `util.promisify` takes.

const { createHook } = require("node:async_hooks");
const { promisify } = require("node:util");
const { syncBuiltinESMExports } = require("node:module");
const { session } = require("../../register/session.js");
const { number, Promise } = require("../../runtime/intrinsics.js");
const native = require("./native.js");
const { callerOf } = require("./callers.js");
const tests = require("./tests.js");
const { tell } = require("./told.js");

/** Paper 001, section 4.2: the longest wait. */
const LONGEST_MS = 1000;
/** A timer that never fires, and keeps the process alive as the real one would. */
const NEVER_MS = 2 ** 31 - 1;
const NO_TEST = -1;

const { apply } = Reflect;
const { defineProperty, getOwnPropertyDescriptor } = Object;

/** Whether a delay, as the program gave it, is longer than it may be; what Node refuses or converts is left to Node. */
function isLong(delay) {
  const ms = typeof delay === "string" ? number(delay) : delay;
  return typeof ms === "number" && ms > LONGEST_MS && ms <= NEVER_MS;
}

/**
 * What becomes of a timer that the function `above` was called for: `{ delay, test, dead }`. `test`: it ends with that
 * test, or -1; `dead`: the test that asks for it is over.
 */
function decide(above, what, delay, isInterval) {
  const caller = callerOf(above, isInterval);
  if (caller.kind === "scheduler" && !session.options.runSchedules) {
    tell(caller.name, caller);
    return { delay: NEVER_MS, test: NO_TEST, dead: false };
  }
  if (caller.kind !== "own" || session.options.realTimers) return { delay, test: NO_TEST, dead: false };
  const { test, isOver } = tests.current(`${caller.file}:${caller.line}`);
  if (test === NO_TEST || !isLong(delay)) return { delay, test, dead: isOver };
  tell(`${what} capped at ${LONGEST_MS} ms`, caller);
  return { delay: LONGEST_MS, test, dead: isOver };
}

/** Puts a timer where what `decide` said of it holds. */
function settle(timer, { test, dead }) {
  if (dead) native.clearTimeout(timer);
  else if (test !== NO_TEST) tests.keep(test, timer);
  return timer;
}

/** A function in the place of `setTimeout` or `setInterval`. */
function withCallback(name) {
  const real = native[name];
  const isInterval = name === "setInterval";
  const replaced = function (...args) {
    const decided = decide(replaced, name, args[1], isInterval);
    if (decided.delay !== args[1]) args[1] = decided.delay;
    return settle(apply(real, this, args), decided);
  };
  return alike(replaced, real);
}

/** A function in the place of the `setTimeout` of `timers/promises`. */
function waiting(real) {
  const replaced = function (...args) {
    const decided = decide(replaced, "setTimeout", args[0], false);
    const { delay, test, dead } = decided;
    if ((test !== NO_TEST || dead) && typeof delay === "number" && args[2] === undefined) {
      return new Promise((resolve) => settle(native.setTimeout(resolve, delay, args[1]), decided));
    }
    // With a signal the program can end it, and Node's own knows how.
    if (delay !== args[0]) args[0] = delay;
    return started(() => apply(real, this, args), decided);
  };
  return alike(replaced, real);
}

/**
 * Calls `start`, a function of Node's that makes a timer for itself, and does with the timer what was decided. Whoever waits
 * for the promise of one that ends with its test waits for ever.
 */
function started(start, decided) {
  if (decided.test === NO_TEST && !decided.dead) return start();
  let timer = null;
  const hook = createHook({
    init(id, type, trigger, resource) {
      if (type === "Timeout") timer = resource;
    },
  });
  hook.enable();
  try {
    return start();
  } finally {
    hook.disable();
    if (timer !== null) settle(timer, decided);
  }
}

/** `rounds`, an async generator, whose first step is made by `begin(step)`. */
function begunBy(rounds, begin) {
  let isFirst = true;
  return {
    [Symbol.asyncIterator]() {
      return this;
    },
    next(value) {
      if (!isFirst) return rounds.next(value);
      isFirst = false;
      return begin(() => rounds.next(value));
    },
    throw: (error) => rounds.throw(error),
    return: (value) => rounds.return(value),
  };
}

/** A function in the place of the `setInterval` of `timers/promises`, which makes its timer when it is first asked. */
function rounds(real) {
  const replaced = async function* (...args) {
    const decided = decide(replaced, "setInterval", args[0], true);
    if (decided.delay !== args[0]) args[0] = decided.delay;
    return yield* begunBy(apply(real, this, args), (step) => started(step, decided));
  };
  return alike(replaced, real);
}

/** A method in the place of `scheduler.wait`. */
function waitMethod(real) {
  const { replaced } = {
    replaced(...args) {
      const decided = decide(replaced, "scheduler.wait", args[0], false);
      if (decided.delay !== args[0]) args[0] = decided.delay;
      return started(() => apply(real, this, args), decided);
    },
  };
  return alike(replaced, real);
}

/** Name and length are those of the real one. */
function alike(replaced, real) {
  for (const key of ["length", "name"]) defineProperty(replaced, key, getOwnPropertyDescriptor(real, key));
  return replaced;
}

/** Puts `value` where a property of a built-in module or of the global object is. */
function put(holder, key, value) {
  defineProperty(holder, key, { ...getOwnPropertyDescriptor(holder, key), value });
}

/** Puts our timers in the place of the real ones, once, unless both options let them be. */
exports.install = () => {
  if (session.options.realTimers && session.options.runSchedules) return;
  const timers = require("node:timers");
  const promises = require("node:timers/promises");
  const setTimeout = withCallback("setTimeout");
  const setInterval = withCallback("setInterval");
  const wait = waiting(promises.setTimeout);
  defineProperty(setTimeout, promisify.custom, {
    ...getOwnPropertyDescriptor(native.setTimeout, promisify.custom),
    get: () => wait,
  });
  for (const holder of [globalThis, timers]) {
    put(holder, "setTimeout", setTimeout);
    put(holder, "setInterval", setInterval);
  }
  put(promises, "setTimeout", wait);
  put(promises, "setInterval", rounds(promises.setInterval));
  const scheduler = Object.getPrototypeOf(promises.scheduler);
  put(scheduler, "wait", waitMethod(scheduler.wait));
  // What `import` has of these modules is a copy.
  syncBuiltinESMExports();
};

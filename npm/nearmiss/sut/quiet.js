"use strict";
// Waits, bounded, until the SUT runs nothing more, then closes the epoch: hits after that belong to no test.

const { session } = require("../register/session.js");
const { noteHandled, underWay } = require("./requests.js");

const hold = require("./hold.js");
const tests = require("./timers/tests.js");
const incidents = require("./incidents/index.js");
// Captured before the program can put fake timers in their place, or we ours.
const { setImmediate, setTimeout } = require("./timers/native.js");
const { hrtime } = process;
const cpuUsage = process.cpuUsage.bind(process);
const resources = process.getActiveResourcesInfo.bind(process);

/** What keeps a process alive without running anything. */
const IDLE = new Set([
  "CloseReq", "FSEventWrap", "FileHandle", "MessagePort", "PipeServerWrap", "PipeWrap", "ProcessWrap", "SignalWrap",
  "StatWatcher", "TCPServerWrap", "TCPSocketWrap", "TLSWrap", "TTYWrap", "UDPWrap", "Worker",
]);
/** Turns of the event loop that are always waited: one for what the response's end has queued, one for what that queues. */
const TURNS = 2;
/** Turns that are taken one after another before the loop is left to sleep between two looks. */
const BUSY_TURNS = 16;
const DEFAULT_QUIET_MS = 30;
/** Time for which other threads are watched, and the processor time within it that is work: the clocks of V8 and ours take less. */
const OTHERS_MS = 100;
const OTHERS_MICROS = 3_000;
/** Looks at the map for each look at the clock, which makes garbage. */
const LOOKS_A_CLOCK = 4;
/** Looks in a row whether the next epoch is open: some hundreds of microseconds. */
const LOOKS_A_TURN = 10_000;

const limitMs = session.options.quietMs ?? DEFAULT_QUIET_MS;
/**
 * Work that was there before the first request of this test, such as an interval timer of the program. What outlived
 * the wait of the test before is in it: it is waited for once.
 */
let usual = 0;
/** Nothing ran when the last test ended: then nothing runs when the next one begins. */
let wasIdle = false;
/** The test whose end is being waited for. */
let ending = -1;
/** Child processes, as the last look at what runs has seen them, and those that were there before the first request of this test. */
let children = 0;
let usualChildren = 0;
/** Turns that we have asked for ourselves: they are no work of the program's. */
let asked = 0;

function nextTurn(run) {
  asked += 1;
  setImmediate(() => {
    asked -= 1;
    run();
  });
}

function work() {
  const all = resources();
  let count = -asked;
  children = 0;
  for (let i = 0; i < all.length; i += 1) {
    if (!IDLE.has(all[i])) count += 1;
    else if (all[i] === "ProcessWrap") children += 1;
  }
  return count;
}

const milliseconds = () => {
  const [seconds, nanoseconds] = hrtime();
  return seconds * 1e3 + nanoseconds / 1e6;
};

/** What the test still has waiting ends with it. */
function close(test, quiet) {
  incidents.testEnds();
  tests.end(test);
  const { epoch } = session;
  const sent = epoch.sent();
  epoch.close(test, quiet);
  if (epoch.isAhead(test)) {
    awaitNext(test);
    return;
  }
  hold.end();
  if (quiet) stayAwake(sent);
}

/**
 * The next call waits in the socket: it is read once the core has opened its epoch, which takes some microseconds, or has
 * told that there is none.
 */
function awaitNext(test) {
  const { epoch } = session;
  for (let i = 0; i < LOOKS_A_TURN; i += 1) {
    if (epoch.isPast(test) || !epoch.isAhead(test)) {
      hold.end();
      return;
    }
  }
  nextTurn(() => awaitNext(test));
}

/**
 * The core sends the next call within microseconds, and a process that sleeps by then takes more of them to wake than
 * it takes here. Bounded, and nothing of the program's is ready to run.
 */
function stayAwake(sent) {
  const { epoch } = session;
  const micros = epoch.awake();
  if (micros === 0) return;
  const end = milliseconds() + micros / 1e3;
  for (let i = 1; epoch.sent() === sent; i += 1) if (i % LOOKS_A_CLOCK === 0 && milliseconds() > end) return;
}

/**
 * Called once a response is finished that is not the last one of its test: the event loop does not sleep until the next call,
 * which comes as soon.
 */
exports.expectNext = () => {
  const micros = session.epoch.awake();
  if (micros === 0) return;
  const end = milliseconds() + micros / 1e3;
  const turn = () => {
    if (underWay() === 0 && milliseconds() < end) nextTurn(turn);
  };
  nextTurn(turn);
};

/** Called once the last response of a test is finished. */
exports.whenQuiet = () => {
  const { epoch } = session;
  const test = epoch.current();
  if (ending === test) return;
  ending = test;
  let turns = 0;
  let started = 0;
  let last = false;
  const look = () => {
    turns += 1;
    // The core has closed this epoch itself and may be in the next.
    if (epoch.current() !== test || !epoch.isOpen()) {
      hold.end();
      return;
    }
    if (turns < TURNS) {
      nextTurn(look);
      return;
    }
    const left = work();
    wasIdle = left === 0;
    const isStill = underWay() === 0 && left <= usual;
    const patience = isStill ? incidents.patience() : limitMs;
    if (isStill && patience === 0) close(test, true);
    else if (started === 0) {
      started = milliseconds();
      nextTurn(look);
    } else if (last) close(test, isStill);
    else if (milliseconds() - started > patience) {
      // What became due while the process got no time runs first.
      last = true;
      nextTurn(look);
    } else if (turns < BUSY_TURNS) nextTurn(look);
    else setTimeout(look, 1).unref();
  };
  nextTurn(look);
};

/** Takes what runs now as the usual. */
exports.remember = () => {
  usual = wasIdle ? 0 : work();
  usualChildren = children;
  wasIdle = false;
};

/**
 * Calls `then` with whether other threads of the process work, which Node lists nowhere: its pool (passwords, compression,
 * files), and workers. This thread sleeps meanwhile, so that the processor time of the process is theirs.
 */
function othersWork(then) {
  const before = cpuUsage();
  setTimeout(() => {
    const { user, system } = cpuUsage(before);
    then(user + system > OTHERS_MICROS);
  }, OTHERS_MS).unref();
}

/**
 * Whether nothing runs, after what has become ready has run; `works`: whether anything does that could still answer a request
 * under way. `waits`: a request waits in vain so far, so that child processes and other threads are looked at, too, for a
 * tenth of a second.
 */
exports.look = (waits = false) =>
  new Promise((resolve) => {
    noteHandled();
    const answer = () => {
      const works = work() > usual || (waits && children > usualChildren);
      const tell = (others) => resolve({ idle: underWay() === 0 && !works && !others, works: works || others });
      if (waits && !works) othersWork(tell);
      else tell(false);
    };
    nextTurn(() => nextTurn(answer));
  });

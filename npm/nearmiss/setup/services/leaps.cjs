"use strict";
// Time that goes by at once: where a service never answers, the program waits for a timer of its own, of its client, or of Node, and there is
// nothing to be seen meanwhile. So the timers that were set in this test go off in their order, without the wait between them, until the
// program has given up; and where none is left, it would have waited for ever.

const { createHook } = require("node:async_hooks");

const { setTimeout } = globalThis;
/** Shorter ones are left alone. */
const SHORTEST_MS = 50;
/** Real time between two timers: what one of them does is done by then. */
const PAUSE_MS = 10;
/** Pauses without a timer after which there is none to wait for. */
const MOST_PAUSES = 12;
/** Timers that go off at most. */
const MOST_LEAPS = 20;
/** Times that one timer goes off at most: sockets look once more where something was written, others are set again and again, and count. */
const MOST_EACH = 3;

/** Timers that were set, and how often each has gone off. */
let timers = new Map();
let isOurs = false;

const hook = createHook({
  init(id, type, trigger, resource) {
    if (type === "Timeout" && !isOurs) timers.set(resource, 0);
  },
});

/** Notes timers from now on. */
exports.watch = () => {
  hook.enable();
};

/** Notes none any more. */
exports.rest = () => {
  hook.disable();
  timers = new Map();
};

function pause(then) {
  isOurs = true;
  try {
    setTimeout(then, PAUSE_MS);
  } finally {
    isOurs = false;
  }
}

const isWaiting = ({ _destroyed, _idleTimeout, _onTimeout, _repeat }) =>
  !_destroyed && typeof _onTimeout === "function" && !(_repeat > 0) && _idleTimeout >= SHORTEST_MS;
const end = ({ _idleStart, _idleTimeout }) => _idleStart + _idleTimeout;

/** Has the timer go off whose turn it is; answers whether there was one. */
function goOff() {
  const waiting = [...timers].filter(([timer, times]) => times < MOST_EACH && isWaiting(timer)).map(([timer]) => timer);
  const [first] = waiting.sort((a, b) => end(a) - end(b));
  if (first === undefined) return false;
  timers.set(first, timers.get(first) + 1);
  const { _idleTimeout } = first;
  first._idleTimeout = 1;
  first.refresh();
  first._idleTimeout = _idleTimeout;
  return true;
}

/** Lets time go by until a response is closed by who waits for it; calls `otherwise` where nobody gives up. */
exports.leap = (response, otherwise) => {
  let isOver = false;
  let leaps = 0;
  let pauses = 0;
  response.once("close", () => {
    isOver = true;
  });
  const step = () => {
    if (isOver) return;
    if (leaps < MOST_LEAPS && goOff()) {
      leaps += 1;
      pauses = 0;
    } else {
      pauses += 1;
    }
    if (pauses < MOST_PAUSES) pause(step);
    else otherwise();
  };
  pause(step);
};

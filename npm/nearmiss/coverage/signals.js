"use strict";
// A process that SIGTERM or SIGINT ends runs no `exit` event. Here something is done before it ends, and it ends by the same signal.
//
// A listener of `process` would be seen: libraries count listeners to decide who ends the process. So the signal is waited for
// beside them, and only while the program has no listener of its own: whoever has one gets the signal as before.

const { isMainThread } = require("node:worker_threads");
const os = require("node:os");

const SIGNALS = ["SIGTERM", "SIGINT"];

/** Node's own class of a wait for a signal; null where this Node does not give it (`--permission`). */
function signalClass() {
  const { noDeprecation } = process;
  process.noDeprecation = true;
  try {
    return process.binding("signal_wrap").Signal ?? null;
  } catch {
    return null;
  } finally {
    process.noDeprecation = noDeprecation;
  }
}

/** Calls `before` when one of the signals is about to end the process. In other threads than the main one nothing is done. */
exports.beforeDeath = (before) => {
  const Signal = isMainThread ? signalClass() : null;
  if (Signal === null) return;
  const kill = process.kill.bind(process);
  const count = process.listenerCount.bind(process);
  const waits = new Map();

  function stop(name) {
    waits.get(name)?.close();
    waits.delete(name);
  }

  function start(name) {
    if (waits.has(name) || count(name) > 0) return;
    const wait = new Signal();
    wait.unref();
    wait.onsignal = () => {
      try {
        before();
      } finally {
        stop(name);
        kill(process.pid, name);
      }
    };
    if (wait.start(os.constants.signals[name]) === 0) waits.set(name, wait);
    else wait.close();
  }

  process.on("newListener", (name) => stop(name));
  process.on("removeListener", (name) => {
    if (SIGNALS.includes(name)) start(name);
  });
  for (const name of SIGNALS) start(name);
};

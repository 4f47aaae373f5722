"use strict";
// When a start is over: an API may listen before it has made its tables. Each of its processes notes beside the address
// file that it asks its databases something, and that it has stopped; the tests wait until all of them have.

const fs = require("node:fs");
const path = require("node:path");
const { isMainThread, threadId } = require("node:worker_threads");

const ASKS = "asks-";
const ASKED = "asked-";
const OVER = "start-over";
const TICK_MS = 10;
/** So many ticks of a process without a statement: it has stopped. One whose event loop is blocked has no ticks. */
const STILL_TICKS = 10;
/** A first statement comes within this time, or the API asks nothing as it starts. */
const FIRST_MS = 500;
/** An API that never stops is not waited for: the first time it gets more, it may make its tables between others. */
const LIMIT_MS = 3_000;
const LATER_LIMIT_MS = 500;

// Kept, so that a program that replaces them cannot get in the way.
const { clearInterval: forget, setInterval: every, setTimeout: after } = globalThis;
const { existsSync, readdirSync, renameSync, writeFileSync } = fs;
const { performance } = globalThis;

/**
 * Begins to note what a process asks: `{ isOver(), begun(connection, isBusy) }`. The latter is for
 * each statement, and without arguments for anything else; it answers whether anybody wants to know.
 */
exports.watch = (folder) => {
  const id = `${process.pid}-${threadId}`;
  const [asks, asked] = [ASKS, ASKED].map((name) => path.join(folder, name + id));
  const known = new WeakSet();
  const connections = new Set();
  let isPast = false;
  let timer;
  let ticks = 0;

  function isOver() {
    isPast ||= existsSync(path.join(folder, OVER)) || !existsSync(folder);
    if (isPast) connections.clear();
    return isPast;
  }
  function isAnyBusy() {
    for (const { held, isBusy } of connections) {
      const connection = held.deref();
      if (connection !== undefined && isBusy(connection)) return true;
    }
    return false;
  }
  function stop() {
    if (timer === undefined) return;
    forget(timer);
    timer = undefined;
    try {
      renameSync(asks, asked);
    } catch {
      // The API was ended, and its notes with it.
    }
  }
  function tick() {
    ticks = isAnyBusy() ? 0 : ticks + 1;
    if (ticks >= STILL_TICKS || isOver()) stop();
  }
  // What has ended asks nothing more; of a process its number tells that.
  if (!isMainThread) process.once("exit", stop);
  return {
    isOver,
    begun(connection, isBusy) {
      ticks = 0;
      if (isPast) return false;
      if (connection !== undefined && !known.has(connection)) {
        known.add(connection);
        connections.add({ held: new WeakRef(connection), isBusy });
      }
      if (timer !== undefined) return true;
      if (isOver()) return false;
      try {
        writeFileSync(asks, "");
      } catch {
        return false;
      }
      timer = every(tick, TICK_MS);
      timer.unref();
      return true;
    },
  };
};

const isAlive = (pid) => {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error.code === "EPERM";
  }
};

/** Makes a function that waits until a start is over, whose notes are in a folder, or until `hasEnded()`. */
exports.waiter = () => {
  let first = FIRST_MS;
  let limit = LIMIT_MS;
  return async (folder, hasEnded) => {
    const begin = performance.now();
    for (;;) {
      const names = readdirSync(folder);
      const asking = names.filter((name) => name.startsWith(ASKS) && isAlive(Number(name.split("-")[1])));
      const hasAsked = names.some((name) => name.startsWith(ASKS) || name.startsWith(ASKED));
      const waited = performance.now() - begin;
      if (asking.length > 0 ? waited >= limit : hasAsked || waited >= first || hasEnded()) {
        // What it did not do this time it will not do the next time.
        if (!hasAsked) first = 0;
        if (asking.length > 0) limit = LATER_LIMIT_MS;
        // It says who was not waited for any longer.
        writeFileSync(path.join(folder, OVER), asking.join("\n"));
        return;
      }
      await new Promise((resolve) => after(resolve, TICK_MS));
    }
  };
};

"use strict";
// The databases in files that the API has opened: what its start has left in them is put back before each test, by a
// process beside the tests, whose connections the API does not see.

const { spawn } = require("node:child_process");
const fs = require("node:fs");
const path = require("node:path");
const { makeOthers } = require("./fill.cjs"); //@beside

const ENDING_LIMIT_MS = 10_000;
/** Nothing was written for so long: what the start makes is there. One that writes for ever is not waited for. */
const STILL_MS = 100;
const STILL_LIMIT_MS = 3_000;
const POLL_MS = 10;
// Kept, so that clocks of tests cannot get in the way.
const { performance, setTimeout: after } = globalThis;

/** Answers what the files below a folder are now, in a text that differs when one was written to. */
function states(folder) {
  const found = fs.existsSync(folder) ? fs.readdirSync(folder, { withFileTypes: true }) : [];
  const state = (entry) => {
    const file = path.join(folder, entry.name);
    if (entry.isDirectory()) return states(file);
    const { size, mtimeNs } = fs.statSync(file, { bigint: true, throwIfNoEntry: false }) ?? {};
    return `${file} ${size} ${mtimeNs}`;
  };
  // The index of a log is written by those who read, too.
  return found
    .filter(({ name }) => !name.endsWith("-shm"))
    .map(state)
    .join("\n");
}

/** Waits until nothing is written to them any more: an API may listen before it has made its tables. */
async function untilStill(copies) {
  const begin = performance.now();
  let since = begin;
  let last;
  for (;;) {
    const found = states(copies);
    const now = performance.now();
    if (found !== last) since = now;
    last = found;
    if (now - since >= STILL_MS || now - begin >= STILL_LIMIT_MS) return;
    await new Promise((resolve) => after(resolve, POLL_MS));
  }
}

/** The command of the Node by which the API has opened the first of them; undefined where it has opened none. */
function nodeOf(copies) {
  const names = fs.existsSync(copies) ? fs.readdirSync(copies) : [];
  const about = names.map((name) => path.join(copies, name, "opened.json")).find((file) => fs.existsSync(file));
  return about && JSON.parse(fs.readFileSync(about, "utf8")).node;
}

function begin(copies, [node, ...options]) {
  const env = { ...process.env };
  delete env.NODE_OPTIONS;
  delete env.NODE_V8_COVERAGE;
  const child = spawn(node, [...options, path.join(__dirname, "keeper.cjs"), copies], {
    env,
    stdio: ["pipe", "pipe", "ignore"],
    // Who ends the tests by a signal ends their group; it ends when they have.
    detached: process.platform !== "win32",
    windowsHide: true,
  });
  const waiting = [];
  let rest = "";
  child.stdout.setEncoding("utf8").on("data", (chunk) => {
    const lines = (rest + chunk).split("\n");
    rest = lines.pop();
    for (const line of lines) waiting.shift()?.(JSON.parse(line));
  });
  const gone = () => {
    for (const answer of waiting.splice(0)) answer({ error: "the process that keeps them has ended" });
  };
  child.on("error", gone);
  child.once("exit", gone);
  child.stdin.on("error", () => {});
  const handles = [child, child.stdin, child.stdout];
  for (const handle of handles) handle.unref();
  return {
    child,
    async ask(order) {
      for (const handle of handles) handle.ref();
      const answer = await new Promise((resolve) => {
        waiting.push(resolve);
        if (child.exitCode !== null || child.signalCode !== null) gone();
        else child.stdin.write(`${JSON.stringify(order)}\n`);
      });
      for (const handle of handles) handle.unref();
      return answer;
    },
  };
}

/**
 * Makes what keeps the databases of one start: `reset()` keeps them the first time, then puts them back; `end()`.
 * `setUp(order)` has something done in them. //@beside
 */
exports.keeperOf = (copies) => {
  let keeper;
  let isLater = false;
  /** Begins it when the API has opened the first of them. */
  const begun = () => {
    const node = keeper === undefined ? nodeOf(copies) : undefined;
    if (node !== undefined) keeper = begin(copies, node);
    return keeper;
  };
  const obeyed = async (order) => { //@beside
    const answer = await keeper.ask(order); //@beside
    if (answer.error !== undefined) throw new Error(answer.error); //@beside
    return answer; //@beside
  }; //@beside
  return {
    /** Answers whether the API has to be started anew, since they cannot be put back. */
    async reset() {
      if (!isLater) await untilStill(copies);
      begun();
      const order = { order: "reset", isLater };
      // What is opened for the first time in a test has no row to be kept.
      isLater = true;
      if (keeper === undefined) return false;
      const { altered, error } = await keeper.ask(order);
      return altered === true || error !== undefined;
    },
    /** Calls a function of a kind of setup with the databases; answers null where none of them is meant. */ //@beside
    async setUp(setup) { //@beside
      const folder = path.join(__dirname, "../setup"); //@beside
      const made = begun() && (await obeyed({ order: "setUp", folder, setup })).value; //@beside
      if ((made ?? null) !== null || !makeOthers(copies)) return made ?? null; //@beside
      begun(); //@beside
      await obeyed({ order: "keep" }); //@beside
      return (await obeyed({ order: "setUp", folder, setup })).value; //@beside
    }, //@beside
    async end() {
      if (keeper === undefined) return;
      const { child } = keeper;
      keeper = undefined;
      if (child.exitCode !== null || child.signalCode !== null) return;
      const exited = new Promise((resolve) => child.once("exit", resolve));
      child.ref();
      child.stdin.end();
      const late = setTimeout(() => child.kill("SIGKILL"), ENDING_LIMIT_MS);
      await exited;
      clearTimeout(late);
    },
  };
};

"use strict";
// What this thread of the API is about to write, noted for whoever puts files back before it does (README.md). (Part of written
// suites, too.)
//
// Two files: `.names` has a line for each path, in the order in which they were first met, and is synced when the file was there
// before; `.states` has a record of fixed length for each line, written over again and again, so that neither grows with the calls.

const fs = require("node:fs");
const path = require("node:path");
const { threadId } = require("node:worker_threads");

// The program may replace them.
const { closeSync, existsSync, fsyncSync, lstatSync, mkdirSync, openSync, readFileSync, readdirSync, realpathSync, writeSync } = fs;
const { now } = Date;
const { pid } = process;
const activeResources = process.getActiveResourcesInfo.bind(process);

/** As `crates/nearmiss_runner/src/kept_files/journal.rs` reads it. */
const RECORD_BYTES = 96;
const NAMES = ".names";
/** What starts that have ended wrote and what is not put back yet. */
const SETTLED = "settled.jsonl";
/** After a write a file is looked at so often until it stays as it is. */
const LOOK_MS = 20;
/** How long a child process that was given a name may go on writing; and how often it is looked whether that is over. */
const CHILD_MS = 10_000;
const CHILD_LOOK_MS = 1_000;
/** Files below a folder that is removed or renamed, and folders that are remembered. */
const MOST_BELOW = 10_000;
const MOST_FOLDERS = 2_000;
/** Never data, and never looked at. */
const LEFT = new Set(["node_modules", ".git", ".nearmiss"]);

/** The folder of the notes, and how names of what this start notes begin; below which folder files are anybody's data. */
let notes = "";
let start = "";
let project = "";
/** The program's timers may be others. */
let setTimeout = null;
/** Keeps what a file holds before it is written over: each file that is met, or only what a person has written since a time (ms). */
let keep = () => {};
let keepsAll = false;
let since = Infinity;
let began = 0;

/** Entries by path: `{ slot, path, until, state }`; null for a path that is none of ours. */
const entries = new Map();
/** Those whose last write may not be over. */
const open = new Set();
const folders = new Map();
let files = null;
let needsSync = false;
let slots = 0;
/** Whether this process listens, or one that it descends from did when it began. */
let isServing = null;

/** The process and those above it, nearest first. */
function line() {
  const pids = [pid];
  try {
    for (let at = process.ppid; at > 1 && pids.length < 16; ) {
      pids.push(at);
      const text = readFileSync(`/proc/${at}/stat`, "latin1");
      at = Number(text.slice(text.lastIndexOf(")") + 2).split(" ")[1]);
    }
  } catch {
    // No /proc, or one that has just ended.
  }
  return pids;
}

function serves() {
  isServing ??= line();
  if (isServing === true) return true;
  for (const one of isServing) {
    if (!existsSync(`${start}${one}.listens`)) continue;
    isServing = true;
    return true;
  }
  return false;
}

/** The real folder of a path; null where it cannot be told. */
function realFolder(folder) {
  let real = folders.get(folder);
  if (real === undefined) {
    try {
      real = realpathSync(folder);
    } catch {
      // Not there yet: the nearest that is.
      const above = path.dirname(folder);
      const found = above === folder ? null : realFolder(above);
      return found === null ? null : path.join(found, path.basename(folder));
    }
    if (folders.size >= MOST_FOLDERS) folders.clear();
    folders.set(folder, real);
  }
  return real;
}

const stat = (file) => lstatSync(file, { bigint: true, throwIfNoEntry: false });

/** What is at a path, as text: size, time and number of a file; -1 for nothing, -2 for a folder, -3 for anything else. */
function stateOf(file) {
  let found;
  try {
    found = stat(file);
  } catch {
    return "-3 0 0";
  }
  if (found === undefined) return "-1 0 0";
  if (found.isDirectory()) return "-2 0 0";
  return found.isFile() ? `${found.size} ${found.mtimeNs} ${found.ino}` : "-3 0 0";
}

const timeOf = (found) => Number(found.mtimeNs / 1_000_000n);

/** Tells whether no other process or thread has noted a write: then what nobody here wrote is a person's work. */
function isAlone() {
  const own = `${pid}-${threadId}.names`;
  return readdirSync(notes).every((name) => (name.endsWith(NAMES) ? name.endsWith(`-${own}`) : name !== SETTLED));
}

const isEdit = (found, time) => found?.isFile() && timeOf(found) >= time && isAlone();

/** Has what a file holds that is met kept, before it is written over. */
function keepMet(file, found) {
  if (keepsAll && found?.isFile()) keep(file, found, { isFirst: true });
  else if (isEdit(found, since)) keep(file, found, { isFirst: false });
}

/** Has what a person has made of a file since the last look kept, before it is written over. What is put back has an older time. */
function keepEdit({ path: file, state }) {
  if (stateOf(file) === state) return;
  const found = stat(file);
  if (isEdit(found, Math.max(since, began))) keep(file, found, { isFirst: false });
}

/** Whether a path below the project may be anybody's data. */
function isOurs(file) {
  if (!file.startsWith(project)) return false;
  for (const part of file.slice(project.length).split(path.sep)) if (LEFT.has(part)) return false;
  return true;
}

/** The entry of a path as the program names it, made when it is met for the first time. */
function entryOf(named) {
  const file = path.resolve(named);
  let entry = entries.get(file);
  if (entry !== undefined) return entry;
  const folder = realFolder(path.dirname(file));
  const real = folder === null ? file : path.join(folder, path.basename(file));
  entry = real === file ? null : entries.get(real);
  if (!isOurs(real)) entry = null;
  else entry ??= added(real);
  entries.set(file, entry);
  return entry;
}

function added(file) {
  const found = stat(file);
  const wasThere = found !== undefined;
  keepMet(file, found);
  files ??= {
    names: openSync(`${start}${pid}-${threadId}${NAMES}`, "a", 0o600),
    states: openSync(`${start}${pid}-${threadId}.states`, "w", 0o600),
  };
  const folder = found?.isDirectory() === true ? true : undefined;
  writeSync(files.names, `${JSON.stringify({ path: file.slice(project.length), there: wasThere, folder })}\n`);
  needsSync ||= wasThere;
  const entry = { slot: slots, path: file, until: 0, noted: 0, state: "" };
  slots += 1;
  entries.set(file, entry);
  return entry;
}

/** Writes what is known of a path over what was: `w` while writes may go on, `d` when they are done; then whether it serves. */
function note(entry, word) {
  entry.noted = now();
  const text = `${word}${serves() ? "a" : "b"} ${entry.noted} ${entry.state || "-3 0 0"}`;
  writeSync(files.states, `${text.padEnd(RECORD_BYTES - 1)}\n`, entry.slot * RECORD_BYTES);
}

/** The names of files that are there are on the disk before these are written. */
function sync() {
  if (!needsSync) return;
  needsSync = false;
  fsyncSync(files.names);
}

function begin(entry, until) {
  if (until > entry.until) entry.until = until;
  // A child process may write for long, and others do so too.
  if (open.has(entry) && (until === 0 || now() - entry.noted < CHILD_LOOK_MS)) return;
  if (!open.has(entry) && entry.state !== "") keepEdit(entry);
  open.add(entry);
  note(entry, "w");
  lookSoon(LOOK_MS);
}

let looksAt = Infinity;
function lookSoon(within) {
  const at = now() + within;
  if (at >= looksAt) return;
  looksAt = at;
  setTimeout(look, within).unref();
}

/** Tells whether the thread waits for calls of `fs`, which may be writes that have not reached the file. */
const isBusy = () => activeResources().some((name) => name.startsWith("FSReq"));

/** Looks what became of the files that are written: done is one that two looks find alike while no call is under way. */
function look() {
  looksAt = Infinity;
  const time = now();
  const mayWrite = isBusy();
  let isSoon = false;
  for (const entry of open) {
    if (time < entry.until) continue;
    const state = stateOf(entry.path);
    const isAlike = state === entry.state;
    const isDone = isAlike && !mayWrite;
    entry.state = state;
    if (isDone) open.delete(entry);
    isSoon ||= !isAlike;
    try {
      note(entry, isDone ? "d" : "w");
    } catch {
      // The disk is full: the core finds the change by itself.
    }
  }
  if (open.size > 0) lookSoon(isSoon ? LOOK_MS : CHILD_LOOK_MS);
}

/** Notes all files below a folder; those that it may get are not known yet. */
function beginBelow(folder, until) {
  const found = readdirSync(folder, { withFileTypes: true, recursive: true });
  for (let i = 0; i < found.length && i < MOST_BELOW; i += 1) {
    const entry = entryOf(path.join(found[i].parentPath ?? found[i].path, found[i].name));
    if (entry !== null) begin(entry, until);
  }
}

/**
 * Begins; `kept`: `folder`, `start` and `project`, and whether all that this process writes counts as written while it `serves`; `later` is
 * a `setTimeout`. `keeper(file, found, { isFirst })` keeps what a file holds before it is written over: that of all files where `kept` says
 * `keepsAll`, else what somebody else has written since `kept.since`.
 */
exports.begin = (kept, later, keeper) => {
  [notes, project, setTimeout] = [kept.folder, kept.project + path.sep, later];
  start = path.join(notes, `${kept.start}-`);
  if (kept.serves === true) isServing = true;
  [keep, keepsAll] = [keeper, kept.keepsAll === true];
  since = keepsAll ? 0 : (kept.since ?? Infinity);
  began = now();
};

/** Notes that the program is about to write to a path. What goes wrong here is not for the program to see. */
exports.writes = (named, { isTree = false, ofChild = false } = {}) => {
  try {
    const entry = entryOf(named);
    const until = ofChild ? now() + CHILD_MS : 0;
    if (entry === null) return;
    if (isTree && stat(entry.path)?.isDirectory()) beginBelow(entry.path, until);
    begin(entry, until);
    sync();
  } catch {
    // No such folder, a disk that is full: the core finds the change by itself.
  }
};

/** Notes folders that the program is about to make, with those above them that are not there. */
exports.makes = (named) => {
  try {
    for (let at = path.resolve(named); at.startsWith(project) && stat(at) === undefined; at = path.dirname(at)) {
      const entry = entryOf(at);
      if (entry !== null) begin(entry, 0);
    }
  } catch {
    // As above.
  }
};

/** Notes that this process listens: what it writes from now on is no part of its start. */
exports.listens = () => {
  if (notes === "") return;
  try {
    mkdirSync(notes, { recursive: true, mode: 0o700 });
    closeSync(openSync(`${start}${pid}.listens`, "a", 0o600));
  } catch {
    // As above.
  }
};

/**
 * Notes that this process has opened a database on a copy: what it writes, and has written, goes with the copy when it
 * ends. A file that says which tables were made would be wrong for a start that begins with the database as it was.
 */
exports.opensCopy = () => {
  if (notes === "" || isServing === true) return;
  exports.listens();
  isServing = true;
  try {
    for (const entry of entries.values()) {
      // A folder tells nothing of tables, and the program counts on those that it made as it began.
      if (entry !== null && !stat(entry.path)?.isDirectory()) note(entry, open.has(entry) ? "w" : "d");
    }
  } catch {
    // As above.
  }
};

"use strict";
// Says which files the program writes: its calls of `fs` are looked at, and names that it gives to child processes. Reading is never
// looked at. (Part of written suites, too.)

const fs = require("node:fs");
const childProcess = require("node:child_process");
const { readlinkSync } = fs;
const { syncBuiltinESMExports } = require("node:module");
const path = require("node:path");
const { fileURLToPath } = require("node:url");

const { apply, getPrototypeOf } = Reflect;
const { constants } = fs;
const WRITING = constants.O_WRONLY | constants.O_RDWR | constants.O_CREAT | constants.O_TRUNC | constants.O_APPEND;
const LONGEST_PATH = 4096;

/** Who is told, and how functions are replaced. */
let journal = null;
let replace = null;
let throwing = null;
/** Paths of open files by their numbers, as long as none has been opened for writing since. */
const numbers = new Map();

function pathOf(value) {
  if (typeof value === "string") return value;
  if (Buffer.isBuffer(value)) return value.toString();
  return value instanceof URL && value.protocol === "file:" ? fileURLToPath(value) : null;
}

/** Tells whether a file is opened to be written to: a number, or letters such as `r+`. */
function isWriting(flags) {
  if (typeof flags === "number") return (flags & WRITING) !== 0;
  return typeof flags === "string" && /[wa+]/.test(flags);
}

/** A write by the number of an open file. */
function writesTo(number) {
  let file = numbers.get(number);
  if (file === undefined) {
    try {
      file = readlinkSync(`/proc/self/fd/${number}`);
    } catch {
      file = "";
    }
    numbers.set(number, file);
  }
  if (file.startsWith("/")) journal.writes(file);
}

function writes(value, options) {
  if (typeof value === "number") return writesTo(value);
  // A FileHandle.
  if (typeof value === "object" && value !== null && typeof value.fd === "number") return writesTo(value.fd);
  const file = pathOf(value);
  if (file !== null && file.length < LONGEST_PATH) journal.writes(file, options);
}

const first = (args) => writes(args[0]);
const tree = (args) => writes(args[0], { isTree: true });
const second = (args) => writes(args[1]);

/** What the calls of `fs` write, by their names without `Sync`. */
const LOOKS = {
  __proto__: null,
  writeFile: first,
  appendFile: first,
  truncate: first,
  ftruncate: first,
  utimes: first,
  futimes: first,
  lutimes: first,
  write: first,
  writev: first,
  unlink: first,
  rmdir: tree,
  rm: tree,
  open: (args) => {
    if (!isWriting(args[1])) return;
    numbers.clear();
    first(args);
  },
  mkdir: (args) => {
    const folder = pathOf(args[0]);
    if (folder !== null) journal.makes(folder);
  },
  rename: (args) => {
    tree(args);
    writes(args[1], { isTree: true });
  },
  copyFile: second,
  cp: (args) => writes(args[1], { isTree: true }),
  link: second,
  symlink: second,
};
const HANDLE = ["write", "writev", "writeFile", "appendFile", "truncate", "utimes"];

/** A look that never throws into the program. */
function safely(look, args) {
  try {
    look(args);
  } catch {
    // A value that is no path: the call itself says so.
  }
}

/** As an asynchronous function of Node's, which is no constructor. */
function asynchronous(look, answered = () => {}) {
  return (real) =>
    ({
      method(...args) {
        safely(look, args);
        const result = apply(real, this, args);
        answered(result);
        return result;
      },
    }).method;
}

/** The class of open files is to be had from one of them only. */
let isHandleKnown = false;
function watchHandles(handle) {
  if (isHandleKnown) return;
  isHandleKnown = true;
  replace(getPrototypeOf(handle), HANDLE, (real) =>
    ({
      method(...args) {
        safely(() => writesTo(this.fd), args);
        return apply(real, this, args);
      },
    }).method,
  );
}

function watchFiles() {
  for (const [name, look] of Object.entries(LOOKS)) {
    const looked = (real) => throwing(real, (_, __, args) => safely(look, args));
    replace(fs, [name, `${name}Sync`], looked);
    const answered = (result) => {
      if (name === "open" && !isHandleKnown) result.then(watchHandles, () => {});
    };
    replace(fs.promises, [name], asynchronous(look, answered));
  }
}

/** Names of files that a child process is given: it may be no Node, and then nobody sees what it writes. */
function given(args) {
  const options = args.find((arg) => typeof arg === "object" && arg !== null && !Array.isArray(arg));
  const folder = pathOf(options?.cwd) ?? process.cwd();
  const list = args.find(Array.isArray);
  const words = [...(list ?? []), ...(typeof args[0] === "string" && (list === undefined || options?.shell) ? args[0].split(/[\s'"=><|;&()]+/) : [])];
  for (const word of words) {
    if (typeof word !== "string" || word === "" || word.length >= LONGEST_PATH || word.startsWith("-")) continue;
    const file = path.resolve(folder, word);
    // The program's own folder is what every command is about.
    if (file !== folder && file !== process.cwd()) journal.writes(file, { isTree: true, ofChild: true });
  }
}

function watchChildren() {
  const looked = (real) => throwing(real, (_, __, args) => safely(given, args));
  replace(childProcess, ["spawn", "spawnSync", "exec", "execSync", "execFile", "execFileSync"], looked);
}

/**
 * Begins; `told`: `writes` and `makes` of a journal; `how.replace` and `how.throwing` put looks in the place of functions
 * (`../incidents/stand_in.js`).
 */
exports.watch = (told, how) => {
  journal = told;
  ({ replace, throwing } = how);
  watchFiles();
  watchChildren();
  syncBuiltinESMExports();
};

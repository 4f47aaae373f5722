"use strict";
// Copies of databases. All processes of one start of the API have the same copy; it is made by the first that opens the database.
//
// The original is only read, file by file: a connection would write beside it (`-shm`), be it one for reading. A copy holds
// together when neither the database nor its journals changed while they were read; SQLite then finds in it what it would find
// after a loss of power, and goes on from what was committed. (Part of written suites, too.)

const fs = require("node:fs");
const path = require("node:path");
const { createHash } = require("node:crypto");
const { threadId } = require("node:worker_threads");

// The program may replace them.
const { copyFileSync, existsSync, lstatSync, mkdirSync, readFileSync, realpathSync, renameSync, rmSync, statSync, writeFileSync } = fs;

/** Endings of files that belong to a database. The index of the write-ahead log (`-shm`) is made anew. */
const PARTS = ["", "-wal", "-journal"];
const ABOUT = "opened.json";
const MOST_TRIES = 100;
const BETWEEN_TRIES_MS = 20;
const waits = new Int32Array(new SharedArrayBuffer(4));

/** Answers what a file is now, in a text that differs when it was written to. */
function state(file) {
  const found = statSync(file, { bigint: true, throwIfNoEntry: false });
  return found === undefined ? "" : `${found.ino} ${found.size} ${found.mtimeNs} ${found.ctimeNs}`;
}

const states = (file) => PARTS.map((part) => state(file + part)).join("\n");

/** The file that a path is about, which need not be there. */
function realFile(file) {
  try {
    return realpathSync(file);
  } catch {
    // A new database; its folder may be reached by a link.
  }
  try {
    return path.join(realpathSync(path.dirname(file)), path.basename(file));
  } catch {
    return file;
  }
}

/** Copies a database with its journals into a folder; nothing where there is none yet. */
function copyInto(folder, original) {
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    const before = states(original);
    for (const part of PARTS) {
      const copy = path.join(folder, path.basename(original) + part);
      rmSync(copy, { force: true });
      if (existsSync(original + part)) copyFileSync(original + part, copy, fs.constants.COPYFILE_FICLONE);
    }
    if (states(original) === before) return;
    Atomics.wait(waits, 0, 0, BETWEEN_TRIES_MS);
  }
  throw new Error("another program writes to it all the time; end that program");
}

/** Makes what a copy begins with in its folder; answers what that is. */
function begin(own, original, { grounds, name, fill, makeGround, isReadOnly, isShipped, module }) {
  const copy = path.join(own, path.basename(original));
  if (isShipped?.(original) && existsSync(original)) {
    copyInto(own, original);
    return "shipped";
  }
  if (fill?.(original, copy, module)) return "schema";
  const ground = grounds && path.join(grounds, name, path.basename(original));
  if (ground && !existsSync(ground) && existsSync(original)) makeGround?.(original, name, module, isReadOnly);
  if (ground && existsSync(ground)) {
    copyInto(own, ground);
    return "schema";
  }
  if (!existsSync(original)) return "absent";
  // The start command's migrations fill it; no row of the user's is ever in it.
  writeFileSync(copy, "", { mode: 0o600 });
  return "empty";
}

const nameOf = (original) => createHash("sha256").update(original).digest("hex").slice(0, 16);

/** Makes the copy of a database below a folder, unless another process of the API was faster. */
function made(copies, original, about) {
  const name = nameOf(original);
  const folder = path.join(copies, name);
  const copy = path.join(folder, path.basename(original));
  if (existsSync(folder)) return { name, copy, from: JSON.parse(readFileSync(path.join(folder, ABOUT), "utf8")).from };
  const own = `${folder}.${process.pid}.${threadId}`;
  try {
    mkdirSync(own, { recursive: true, mode: 0o700 });
    const from = begin(own, original, { ...about, name });
    const { module } = about;
    const node = [process.execPath, ...process.execArgv.filter((one) => one === "--experimental-sqlite")];
    writeFileSync(path.join(own, ABOUT), JSON.stringify({ module, node, original, copy, from }), { mode: 0o600 });
    renameSync(own, folder);
    return { name, copy, from };
  } catch (error) {
    rmSync(own, { recursive: true, force: true });
    if (!existsSync(folder)) throw new Error(`no copy of the database ${original} could be made: ${error.message}`);
  }
  return made(copies, original, about);
}

/** Tells whether SQLite could make or open the file: what it refuses is for it to say. */
function isPossible(file) {
  const found = lstatSync(file, { throwIfNoEntry: false });
  return found === undefined ? existsSync(path.dirname(file)) : statSync(file).isFile();
}

/**
 * Makes what answers the copy of the database in a file (an absolute path), made below `folder` when it is first asked for, for
 * `{ module, isReadOnly, isToCome }`: the driver that opens it, whether it is only read, and whether the program will make its
 * folder; `opens()` is called before.
 *
 * A copy is empty, so that the start command fills it; one that is part of the project (`isShipped(original)`) has all that its
 * original has. `grounds` is where databases are that take the place of empty ones, where
 * `makeGround(original, name, module, isReadOnly)` may make one, and `fill(original, copy, module)` makes a copy itself, if it
 * answers true.
 */
exports.copier = (folder, { opens = () => {}, grounds, makeGround, fill, isShipped } = {}) => {
  const copies = new Map();
  return (file, { module, isReadOnly = false, isToCome = false } = {}) => {
    const original = realFile(file);
    if (original.startsWith(folder + path.sep)) return file;
    let found = copies.get(original);
    if (found === undefined) {
      // The folder in which the program has made it may be gone by now; its copy is not.
      if (!isToCome && !isPossible(original) && !existsSync(path.join(folder, nameOf(original)))) return file;
      opens();
      found = made(folder, original, { module, isReadOnly, isShipped, grounds, makeGround, fill });
      copies.set(original, found);
    }
    return found.copy;
  };
};

exports.copyInto = copyInto;
/** File in the folder of a copy that says of what it is one, and who opened it. */
exports.ABOUT = ABOUT;

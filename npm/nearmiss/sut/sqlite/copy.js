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
const { copyFileSync, existsSync, lstatSync, mkdirSync, realpathSync, renameSync, rmSync, statSync } = fs;

/** What belongs to a database beside its file. The index of the write-ahead log (`-shm`) is made anew. */
const PARTS = ["", "-wal", "-journal"];
const MOST_TRIES = 100;
const BETWEEN_TRIES_MS = 20;
const waits = new Int32Array(new SharedArrayBuffer(4));

/** What a file is now, in a text that differs when it was written to. */
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

/** Makes the copy of a database below a folder, unless another process of the API was faster. */
function made(copies, original) {
  const name = createHash("sha256").update(original).digest("hex").slice(0, 16);
  const folder = path.join(copies, name);
  const copy = path.join(folder, path.basename(original));
  if (existsSync(folder)) return copy;
  const own = `${folder}.${process.pid}.${threadId}`;
  try {
    mkdirSync(own, { recursive: true, mode: 0o700 });
    copyInto(own, original);
    renameSync(own, folder);
  } catch (error) {
    rmSync(own, { recursive: true, force: true });
    if (!existsSync(folder)) throw new Error(`no copy of the database ${original} could be made: ${error.message}`);
  }
  return copy;
}

/** Whether SQLite could make or open the file: what it refuses is for it to say. */
function isPossible(file) {
  const found = lstatSync(file, { throwIfNoEntry: false });
  return found === undefined ? existsSync(path.dirname(file)) : statSync(file).isFile();
}

/**
 * Makes what answers the copy of the database in a file (an absolute path), made below `folder` when it is first asked
 * for; `opens()` is called before.
 */
exports.copier = (folder, opens = () => {}) => {
  const copies = new Map();
  return (file) => {
    const original = realFile(file);
    if (original.startsWith(folder + path.sep) || !isPossible(original)) return file;
    let copy = copies.get(original);
    if (copy === undefined) {
      opens();
      copy = made(folder, original);
      copies.set(original, copy);
    }
    return copy;
  };
};

"use strict";
// What processes of the API have noted of the files that they wrote (journal.cjs), and what these held before (originals.cjs).

const fs = require("node:fs");
const path = require("node:path");

const RECORD_BYTES = 96;
/** After the last note of a process that was killed, what it wrote may be so much younger. */
const GRACE_MS = 5_000;

const read = (file) => {
  try {
    return fs.readFileSync(file, "latin1");
  } catch {
    return "";
  }
};

/** Whole lines of a file as JSON; one that was cut off is none. */
function lines(file) {
  const found = [];
  for (const line of Buffer.from(read(file), "latin1").toString().split("\n")) {
    try {
      found.push(JSON.parse(line));
    } catch {
      found.push(null);
    }
  }
  return found;
}

/** Answers what is at a path, as text: size, time and number of a file; -1 for nothing, -2 for a folder, -3 for anything else. */
function stateOf(file) {
  const found = fs.lstatSync(file, { bigint: true, throwIfNoEntry: false });
  if (found === undefined) return "-1 0 0";
  if (found.isDirectory()) return "-2 0 0";
  return found.isFile() ? `${found.size} ${found.mtimeNs} ${found.ino}` : "-3 0 0";
}

/** Adds what one process has noted of a path to what others have. */
function merge(all, name, note) {
  const known = all.get(name);
  const last = known === undefined || note.noted >= known.noted ? note : known;
  all.set(name, {
    ...last,
    serves: note.serves || known?.serves === true,
    there: note.there && known?.there !== false,
    openSince: Math.max(note.openSince, known?.openSince ?? 0),
  });
}

/**
 * By path below the project: `state` after the last write, when that was `noted`, `openSince` (0: it was the last one), whether something
 * was `there` before, a `folder`, and whether the API `serves` since then.
 */
function written(folder) {
  const all = new Map();
  for (const journal of fs.readdirSync(folder).filter((name) => name.endsWith(".names")).sort()) {
    const names = lines(path.join(folder, journal));
    const states = read(path.join(folder, journal.replace(/names$/, "states")));
    for (const [index, name] of names.entries()) {
      const [word, noted, ...state] = states.slice(index * RECORD_BYTES, (index + 1) * RECORD_BYTES).trim().split(" ");
      if (name === null || state.length !== 3) continue;
      const openSince = word.startsWith("w") ? Number(noted) : 0;
      const { there, folder: isFolder = false } = name;
      merge(all, name.path, { state: state.join(" "), noted: Number(noted), openSince, serves: word.endsWith("a"), there, folder: isFolder });
    }
  }
  return all;
}

/** Answers what files held: `copy`, `size`, `mtimeNs` and `mode` by path. */
function originals(folder) {
  const all = new Map();
  const list = path.join(folder, "list.jsonl");
  const texts = read(list).split("\n");
  for (const [index, line] of lines(list).entries()) {
    if (!Array.isArray(line?.File)) continue;
    const [name, { mode, copy }] = line.File;
    // Its time is more than a number of JavaScript holds.
    const [, size, time] = /"size":(\d+),"time":(\d+),"number":\d+\}\},"mode":\d+,"copy":\d+\}\]\}$/.exec(texts[index]);
    all.set(name, { copy: path.join(folder, "copies", String(copy)), size: BigInt(size), mtimeNs: BigInt(time), mode });
  }
  return all;
}

/** Tells whether what is at a path is what the API wrote last; `ended`: those who may write have, and nobody was killed in between. */
function isIts(state, note, ended) {
  if (state === note.state) return true;
  if (note.openSince === 0) return false;
  if (ended) return true;
  const [size, time] = state.split(" ");
  if (size === "-2" || size === "-3") return false;
  return size === "-1" || BigInt(time) / 1_000_000n <= BigInt(note.openSince + GRACE_MS);
}

module.exports = { isIts, originals, stateOf, written };

"use strict";
// Files that the API has written become what they were, where they are still what it wrote last: what anybody else writes stays.

const { execFileSync } = require("node:child_process");
const fs = require("node:fs");
const path = require("node:path");
const { isIts, originals, stateOf, written } = require("./written.cjs");

/** Caches, build outputs, logs and the like, unless version control has them. */
const BUILT = new Set([
  "dist", "build", "out", "target", "coverage", ".nyc_output", ".next", ".nuxt", ".turbo", ".cache", "cache", ".vite", ".parcel-cache",
  ".svelte-kit", ".swc", ".pnpm-store",
]);
const PASSING = /\.(?:pid|log|sock|lock|tsbuildinfo)$/;

/** The files below a project that version control has; none where there is none. */
function tracked(project) {
  try {
    const listed = execFileSync("git", ["-C", project, "ls-files", "-z"], { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });
    return new Set(listed.split("\0"));
  } catch {
    return new Set();
  }
}

function isSame(file, kept) {
  const found = fs.lstatSync(file, { bigint: true, throwIfNoEntry: false });
  if (found === undefined || !found.isFile() || found.size !== kept.size) return false;
  return found.mtimeNs === kept.mtimeNs || fs.readFileSync(file).equals(fs.readFileSync(kept.copy));
}

/** Puts a copy to a place, whole or not at all. */
function restore({ copy, mode, mtimeNs }, file) {
  fs.mkdirSync(path.dirname(file), { recursive: true });
  const part = path.join(path.dirname(file), `.sut-${process.pid}-${path.basename(copy)}`);
  fs.copyFileSync(copy, part);
  const opened = fs.openSync(part, "r+");
  try {
    fs.fchmodSync(opened, mode & 0o7777);
    const time = Number(mtimeNs / 1000n) / 1e6;
    fs.futimesSync(opened, time, time);
    fs.fsyncSync(opened);
  } finally {
    fs.closeSync(opened);
  }
  fs.renameSync(part, file);
}

/** Tells whether a path is where it says, and not behind a link. */
function isBelow(project, name) {
  const folder = path.dirname(path.join(project, name));
  try {
    return fs.realpathSync(folder) === folder;
  } catch {
    // It is gone; the nearest that is there decides.
    return name !== path.basename(name) && isBelow(project, path.dirname(name));
  }
}

/**
 * Puts back what is noted in the folder of a run. `isHeld(file)`: the API holds it open, it is for later; `ended`: it has ended or rests,
 * and was not killed. Answers what stays and why: `{ edited, notKept }`.
 */
exports.putBack = (folder, project, { isHeld = () => false, ended = true } = {}) => {
  const before = originals(folder);
  const stays = { edited: [], notKept: [] };
  let known;
  const leaves = (name) => {
    if (!PASSING.test(name) && !name.split(path.sep).some((part) => BUILT.has(part))) return false;
    known ??= tracked(project);
    return !known.has(name);
  };
  const all = [...written(folder)].filter(([name, { serves }]) => serves && !leaves(name) && isBelow(project, name));
  for (const [name, note] of all) {
    const file = path.join(project, name);
    const kept = before.get(name);
    const state = stateOf(file);
    if (note.folder && state === "-1 0 0") fs.mkdirSync(file, { recursive: true });
    if (note.folder || isHeld(file)) continue;
    if (kept === undefined ? !/^\d/.test(state) : isSame(file, kept)) continue;
    if (!isIts(state, note, ended)) stays.edited.push(name);
    else if (kept === undefined && note.there) stays.notKept.push(name);
    else {
      // Nobody saw that the API wrote it: it may be an edit of that moment.
      if (!ended && state !== note.state && /^\d/.test(state)) setAside(project, name);
      if (kept === undefined) fs.rmSync(file);
      else restore(kept, file);
    }
  }
  for (const [name, note] of all.reverse()) {
    if (note.there) continue;
    try {
      fs.rmdirSync(path.join(project, name));
    } catch {
      // None, or something is in it.
    }
  }
  return stays;
};

function setAside(project, name) {
  const aside = path.join(project, ".nearmiss", "replaced", name);
  fs.mkdirSync(path.dirname(aside), { recursive: true });
  fs.copyFileSync(path.join(project, name), aside);
}

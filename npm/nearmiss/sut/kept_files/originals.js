"use strict";
// What files hold before the API writes over them, kept as the core keeps the files of a project (`snapshot.rs`): a copy with a number, and
// a line of the list. (Part of written suites, too.)

const fs = require("node:fs");
const path = require("node:path");
const { createHash, randomInt } = require("node:crypto");

// The program may replace them.
const { closeSync, copyFileSync, fsyncSync, openSync, writeSync } = fs;
const { COPYFILE_EXCL, COPYFILE_FICLONE } = fs.constants;

/** Copies of one thread, and the bytes of one. */
const MOST_FIRSTS = 20_000;
const MOST_EDITS = 200;
const LARGEST = 128n * 1024n * 1024n;
/** The numbers of copies: those of the core are below the first; then edits; then first ones, by their paths. */
const EDITS = 1_000_000_000;
const FIRSTS = 2 ** 31;

/** The number of the copy of a file as it is met: the same for all processes, so that only the first of them keeps it. */
const numberOf = (name) => FIRSTS + (createHash("sha256").update(name).digest().readUInt32BE() & (FIRSTS - 1));

/** A file as the list has it (`Kept`); its time is a number that JavaScript has not. */
const lineOf = (name, { size, mtimeNs, ino, mode }, copy) =>
  `{"File":[${JSON.stringify(name)},{"at":{"File":{"size":${size},"time":${mtimeNs},"number":${ino}}},"mode":${mode},"copy":${copy}}]}\n`;

/** Answers what keeps files below `project` (`keep` of `journal.js`) in the folder of a run. */
exports.keeper = ({ folder, project }) => {
  let firsts = 0;
  let edits = 0;
  return (file, found, { isFirst }) => {
    if (found.size > LARGEST || (isFirst ? firsts >= MOST_FIRSTS : edits >= MOST_EDITS)) return;
    if (isFirst) firsts += 1;
    else edits += 1;
    const name = path.relative(project, file);
    const copy = isFirst ? numberOf(name) : randomInt(EDITS, FIRSTS);
    try {
      copyFileSync(file, path.join(folder, "copies", String(copy)), COPYFILE_EXCL | COPYFILE_FICLONE);
      const list = openSync(path.join(folder, "list.jsonl"), "a", 0o600);
      writeSync(list, lineOf(name, found, copy));
      fsyncSync(list);
      closeSync(list);
    } catch {
      // There is one, or it cannot be made: the program writes all the same, and it is told that the file is not kept.
    }
  };
};

"use strict";
// Coverage of what the register hooks have instrumented, written when the process (or thread) ends.

const { fileCoverage } = require("../coverage/file_coverage.js");
const { writeAtExit } = require("../coverage/writer.js");

const FILES = Symbol.for("nearmiss.files");
const registered = [];

function collect() {
  const all = {};
  for (const { base, coverage } of registered) {
    const file = fileCoverage(JSON.parse(coverage), base, globalThis.__nm.S);
    all[file.path] = file;
  }
  // What was instrumented ahead of time numbered itself.
  return { ...globalThis[FILES]?.coverage(), ...all };
}

/** Keeps the coverage (JSON, empty) of a file whose slots begin at `base`. */
exports.add = (folder, base, coverage) => {
  registered.push({ base, coverage });
  writeAtExit(folder, collect);
};

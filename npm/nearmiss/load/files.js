"use strict";
// Which files are loaded in this realm and where their slots begin; their coverage as `globalThis.__coverage__`.

const { layout } = require("../runtime/generated/layout.js");
const { fileCoverage } = require("../coverage/file_coverage.js");

const COVERAGE = "__coverage__";

/** Numbers files one after another over the slots of the map. */
function createCounter(slotCount) {
  let next = layout.SINK_SLOTS;
  return ({ size }) => {
    if (next + size > slotCount) return null;
    next += size;
    return next - size;
  };
}

/** Says that a file has no slots: what is missing in a report must not pass in silence. */
function exhausted(file) {
  const message = `nearmiss: ${file} is not counted: the slots of this process are used up; instrument fewer files`;
  if (typeof process === "object" && process?.emitWarning) process.emitWarning(message);
  else console.warn(message);
}

/** `host`: who numbers the files, or undefined. */
exports.createFiles = (host) => {
  const loaded = new Map();
  const number = host ? host.base : createCounter(globalThis.__nm.S.length);

  /** The coverage of all files that carry their places: Istanbul's `{ path: file coverage }`. */
  function coverage() {
    const all = {};
    for (const { base, registration } of loaded.values()) {
      if (!registration.coverage) continue;
      const file = fileCoverage(registration.coverage(), base, globalThis.__nm.S);
      all[file.path] = file;
    }
    return all;
  }

  /** Where the tools that know Istanbul look; what another instrumenter put there stays. */
  function showCoverage() {
    const before = Object.getOwnPropertyDescriptor(globalThis, COVERAGE);
    if (before?.get?.nearmiss) return;
    let others = before?.value;
    const get = () => ({ ...others, ...coverage() });
    get.nearmiss = true;
    const set = (value) => {
      others = value;
    };
    Object.defineProperty(globalThis, COVERAGE, { get, set, enumerable: false, configurable: true });
  }

  return {
    base(registration) {
      const { file, hash, roots, texts } = registration;
      const known = loaded.get(file);
      if (known !== undefined && known.registration.hash === hash) return known.base;
      const base = number(registration);
      if (base === null) {
        exhausted(file);
        return NaN;
      }
      loaded.set(file, { base, registration });
      globalThis.__nm.register(base, roots, texts);
      if (registration.coverage) showCoverage();
      return base;
    },
    coverage,
    /** Number of the files. */
    count: () => loaded.size,
    /** Target tables of the files, by name. */
    tables: () => Object.fromEntries([...loaded].map(([file, { registration }]) => [file, registration.table()])),
  };
};

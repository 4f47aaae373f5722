"use strict";
// What self-registering text calls when it is loaded. Runs wherever the text runs (a vm context of Jest, a bundle), so it
// needs nothing but the runtime. `index.js` is the same for Node.

const { install, detachedBuffer } = require("../runtime/index.js");
const { createFiles } = require("./files.js");

/** Where `nearmiss/register`, if it is in this process, numbers the files: `{ base(registration) }`. */
const HOST = Symbol.for("nearmiss.host");
const FILES = Symbol.for("nearmiss.files");
/** Slots of a process that has no core and no register hooks; memory is taken as they are used. */
const SLOTS = 1 << 20;

/** Makes the runtime's global, unless it is there or the host will make it. */
function open() {
  if (globalThis[HOST] === undefined && globalThis.__nm === undefined) install(detachedBuffer(SLOTS));
}

// Now, not at the first `load`: in a cycle of imports a function of a file may run before the first statement of that file.
open();

/** One numbering for all that is loaded in this realm, by whichever copy of this module. */
function filesOfRealm() {
  if (globalThis[FILES] !== undefined) return globalThis[FILES];
  open();
  const files = createFiles(globalThis[HOST]);
  Object.defineProperty(globalThis, FILES, { value: files, enumerable: false });
  return files;
}

/**
 * Registers a file and answers the number of its first slot.
 *
 * `registration`: `{ file, hash, size, roots, texts, table(), coverage?() }`, see crates/nearmiss_instrument/src/standalone.rs.
 * When the slots are used up the answer is NaN: the probes then do what the program says and nothing else.
 */
module.exports = function load(registration) {
  return filesOfRealm().base(registration);
};
module.exports.filesOfRealm = filesOfRealm;

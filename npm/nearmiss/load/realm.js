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

/** One numbering for all that is loaded in this realm, by whichever copy of this module. */
function filesOfRealm() {
  if (globalThis[FILES] !== undefined) return globalThis[FILES];
  const host = globalThis[HOST];
  if (host === undefined && globalThis.__nm === undefined) install(detachedBuffer(SLOTS));
  const files = createFiles(host);
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

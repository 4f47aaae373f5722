"use strict";
// Writes taint facts into the ring of the shared map, each once per epoch.
const { charCodeAt, Set, setAdd, setClear, setHas } = require("../intrinsics.js");
const { fact, layout, word, epoch } = require("../generated/layout.js");

/** Longest text of a fact: beyond it a value is a document, not a constant to copy. */
const LONGEST_TEXT = 8192;
/** Words before the text: kind, action, number low and high, length. */
const FACT_WORDS = 5;

/** From this kind on facts say nothing about an input. */
const OF_NO_INPUT = fact.INCIDENT;

/** Who is shown each fact before it is written, or null. */
let watcher = null;

/** From now on `look(kind, text)` is shown facts. */
function watch(look) {
  watcher = look;
}

/** Returns `report(kind, taint, text, action)` over the ring of `map`; `action` is the current one unless it is given. */
function createFacts({ header, facts }) {
  const seen = new Set();
  let seenIn = -1;

  return function report(kind, taint, text, action = header[word.ACTION]) {
    if (header[word.EPOCH_STATE] !== epoch.OPEN) return;
    if (header[word.EPOCH] !== seenIn) {
      setClear(seen);
      seenIn = header[word.EPOCH];
    }
    // Before anything is made of the text: it may be as long as the program likes.
    if (text.length > LONGEST_TEXT) {
      header[word.FACTS_DROPPED] += 1;
      return;
    }
    const key = `${kind} ${action} ${taint} ${text}`;
    if (setHas(seen, key)) return;
    if (watcher !== null && kind < OF_NO_INPUT) watcher(kind, text);
    const used = header[word.FACTS_USED];
    const bytes = 2 * (FACT_WORDS + text.length);
    if (used + bytes > layout.FACTS_BYTES) {
      header[word.FACTS_DROPPED] += 1;
      return;
    }
    setAdd(seen, key);
    let at = used / 2;
    facts[at++] = kind;
    facts[at++] = action;
    facts[at++] = taint & 0xffff;
    facts[at++] = taint >>> 16;
    facts[at++] = text.length;
    for (let i = 0; i < text.length; i += 1) facts[at++] = charCodeAt(text, i);
    header[word.FACTS_USED] = used + bytes;
  };
}

module.exports = { createFacts, LONGEST_TEXT, watch };

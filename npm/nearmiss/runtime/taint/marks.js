"use strict";
// What the program does to tainted text while the taint still shows: `x.trim() === "a"` also holds for " a ", and where the
// two must differ only such a text will do. For one test; inverses of what was done give further wanted texts.
const { Map, mapClear, mapGet, mapSet } = require("../intrinsics.js");
const { word } = require("../generated/layout.js");

/** Different things that are done to one text. */
const MOST_MARKS = 4;

function createMarks({ header }) {
  const known = new Map();
  let any = false;
  let epoch = -1;

  /**
   * Text of the taint `id` goes through a function; `inverse(text)` answers a text that it makes `text` of, or undefined. `evenOutside`:
   * `inverse(text, whole)` also where what stands round the tainted part (which is then undefined) differs from what is wanted.
   */
  function mark(id, inverse, evenOutside = false) {
    if (header[word.EPOCH] !== epoch) {
      epoch = header[word.EPOCH];
      mapClear(known);
    }
    any = true;
    const inverses = mapGet(known, id);
    if (inverses === undefined) mapSet(known, id, [{ inverse, evenOutside }]);
    else if (inverses.length < MOST_MARKS) inverses[inverses.length] = { inverse, evenOutside };
  }

  /** Calls `tell` with each other text that would do as well as `wanted`, where the whole that is made of it is to be `whole`. */
  function others(id, wanted, whole, tell) {
    if (!any || header[word.EPOCH] !== epoch) return;
    const inverses = mapGet(known, id);
    if (inverses === undefined) return;
    for (let i = 0; i < inverses.length; i += 1) {
      const { inverse, evenOutside } = inverses[i];
      if (wanted === undefined && !evenOutside) continue;
      const other = inverse(wanted, whole);
      if (other !== undefined && other !== wanted) tell(other);
    }
  }

  return { mark, others };
}

module.exports = { createMarks };

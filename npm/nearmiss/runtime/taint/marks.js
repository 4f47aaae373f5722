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

  /** Text of the taint `id` goes through a function; `inverse(text)` answers a text that it makes `text` of, or undefined. */
  function mark(id, inverse) {
    if (header[word.EPOCH] !== epoch) {
      epoch = header[word.EPOCH];
      mapClear(known);
    }
    any = true;
    const inverses = mapGet(known, id);
    if (inverses === undefined) mapSet(known, id, [inverse]);
    else if (inverses.length < MOST_MARKS) inverses[inverses.length] = inverse;
  }

  /** Calls `tell` with each other text that would do as well as `wanted`. */
  function others(id, wanted, tell) {
    if (!any || header[word.EPOCH] !== epoch) return;
    const inverses = mapGet(known, id);
    if (inverses === undefined) return;
    for (let i = 0; i < inverses.length; i += 1) {
      const other = inverses[i](wanted);
      if (other !== undefined && other !== wanted) tell(other);
    }
  }

  return { mark, others };
}

module.exports = { createMarks };

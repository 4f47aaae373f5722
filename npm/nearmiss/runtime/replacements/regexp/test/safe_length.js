"use strict";
// How much of a text the prefixes of an expression may be run on: a prefix that does not match may backtrack where the whole
// expression, with what stands behind it, did not. By what the source is made of, never by time: the same call must have the
// same heuristic on any machine.
const { charCodeAt } = require("../../../intrinsics.js");
const { classEnd, escapeEnd, quantifier } = require("./terms.js");

/** Longest text that is looked at. */
const LONGEST_TEXT = 256;
/** Rounds that a quantifier leaves open before it counts as a loop. */
const MOST_OPEN = 8;
/** Longest texts by the number of loops behind each other: n loops over m units take m^(n+1) steps, here some millions. */
const BY_LOOPS = [LONGEST_TEXT, LONGEST_TEXT, 158, 44, 20];
/** A repetition of what can match in several ways takes exponentially many steps. */
const NESTED = 12;

const OPEN = 40;
const CLOSE = 41;
const BAR = 124;
const BACKSLASH = 92;
const BRACKET = 91;

/** The units of a text that `source` is run on. `nested`: the `v` flag. */
function safeLength(source, nested) {
  // Of each open group: whether it can match one text in several ways.
  const groups = [false];
  let loops = 0;
  let i = 0;
  while (i < source.length) {
    const unit = charCodeAt(source, i);
    let several = false;
    if (unit === OPEN) {
      groups[groups.length] = false;
      i += 1;
      continue;
    }
    if (unit === BAR) groups[groups.length - 1] = true;
    if (unit === BACKSLASH) i = escapeEnd(source, i);
    else if (unit === BRACKET) i = classEnd(source, i, nested);
    else {
      if (unit === CLOSE && groups.length > 1) {
        several = groups[groups.length - 1];
        groups.length -= 1;
      }
      i += 1;
    }
    const counts = quantifier(source, i);
    if (counts !== null) {
      i = counts.end;
      if (several && counts.most > 1) return NESTED;
      if (counts.most - counts.least > MOST_OPEN) {
        loops += 1;
        several = true;
      } else if (counts.most !== counts.least) several = true;
    }
    if (several) groups[groups.length - 1] = true;
  }
  return loops < BY_LOOPS.length ? BY_LOOPS[loops] : NESTED;
}

module.exports = { safeLength };

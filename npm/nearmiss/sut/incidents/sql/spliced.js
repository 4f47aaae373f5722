"use strict";
// Whether an input has left the token of SQL that it was put into: a text, a name, a comment, a number. This is what makes an
// injection (Su and Wassermann, "The essence of command injection attacks in web applications", POPL 2006, section 4: an input must
// not span more than one phrase of the grammar; we ask the same of tokens, which needs no grammar).
//
// What the examination sends (`crates/nearmiss_problem/src/rest/oracles/sql_injection`) begins and ends with marks, so that the
// input is found again in the query even when the program has escaped what stands between.

const { stringIndexOf, stringSlice, stringToLowerCase } = require("../../../runtime/intrinsics.js");
const { tokenAround } = require("./tokens.js");

const { apply } = Reflect;
const { exec } = RegExp.prototype;

const HEAD = "nmq";
const TAIL = "qmn";
/** More than that no escaping makes of what stands between. */
const LONGEST_BETWEEN = 24;
/**
 * What programs make of what is sent between the marks, each of it escaped, doubled or taken away. Anything else is text of the
 * program's own, which has taken the input apart and put each part in by itself.
 */
const BETWEEN = /^(?:\\*'{0,2}|\\*"{0,2}\\*`{0,2}\*\/| +)$/;

/** Whether a backslash at the end of the input escapes the quote with which the program ends its text. */
function escapesTheEnd(text, end, token) {
  if (token === null || !token.escapes) return false;
  let at = end;
  while (text[at] === "\\") at += 1;
  return (at - end) % 2 === 1 && text[at] === text[token.start];
}

/** Whether an input with marks spans more than one token of the query. */
exports.leavesItsToken = (text, dialect) => {
  // The program may have changed the case.
  const lower = stringToLowerCase(text);
  if (lower.length !== text.length) return false;
  for (let from = stringIndexOf(lower, HEAD); from >= 0; from = stringIndexOf(lower, HEAD, from + 1)) {
    const inner = from + HEAD.length;
    const tail = stringIndexOf(lower, TAIL, inner);
    if (tail < 0 || tail - inner > LONGEST_BETWEEN) continue;
    if (apply(exec, BETWEEN, [stringSlice(text, inner, tail)]) === null) continue;
    const end = tail + TAIL.length;
    const token = tokenAround(text, from, end, dialect);
    if (token === null || escapesTheEnd(text, end, token)) return true;
  }
  return false;
};

/** Whether it is worth looking. */
exports.isMarked = (text) => stringIndexOf(text, HEAD) >= 0 || stringIndexOf(stringToLowerCase(text), HEAD) >= 0;

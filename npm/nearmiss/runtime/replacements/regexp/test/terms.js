"use strict";
// Cuts the source of a regular expression into alternatives and those into terms, so that "how many
// terms matched" can stand for "how near". An approximation: it only has to order inputs, the engine's
// own matcher decides. What it does not understand stays one term.
const { charCodeAt, number, stringSlice } = require("../../../intrinsics.js");

/** Units of a counted quantifier that are looked at. */
const LONGEST_COUNTS = 32;
/** Copies a counted term is written out to: `[a-z]{5}` is five terms. */
const MOST_COPIES = 32;
/** Terms of an alternative that are told apart. */
const MOST_TERMS = 64;

const code = (text) => charCodeAt(text, 0);
const BACKSLASH = code("\\");
const OPEN = code("(");
const CLOSE = code(")");
const BRACKET = code("[");
const BRACKET_END = code("]");
const BAR = code("|");
const BRACE = code("{");
const STAR = code("*");
const PLUS = code("+");
const QUESTION = code("?");

/** End of the escape at `i`. */
function escapeEnd(source, i) {
  const kind = source[i + 1];
  if (kind === "x") return i + 4;
  if (kind === "c") return i + 3;
  const braced = source[i + 2] === "{";
  const close = kind === "k" ? ">" : "}";
  if ((kind === "u" || kind === "p" || kind === "P") && !braced) return kind === "u" ? i + 6 : i + 2;
  if (kind !== "u" && kind !== "p" && kind !== "P" && kind !== "k") return i + 2;
  let end = i + 2;
  while (end < source.length && source[end] !== close) end += 1;
  return end + 1;
}

/** End of the class at `i`; classes of the `v` flag nest. */
function classEnd(source, i, nested) {
  let depth = 0;
  for (let j = i; j < source.length; j += 1) {
    const unit = charCodeAt(source, j);
    if (unit === BACKSLASH) j += 1;
    else if (unit === BRACKET && (depth === 0 || nested)) depth += 1;
    else if (unit === BRACKET_END) {
      depth -= 1;
      if (depth === 0) return j + 1;
    }
  }
  return source.length;
}

function groupEnd(source, i, nested) {
  let depth = 0;
  let j = i;
  while (j < source.length) {
    const unit = charCodeAt(source, j);
    if (unit === BACKSLASH) j = escapeEnd(source, j);
    else if (unit === BRACKET) j = classEnd(source, j, nested);
    else {
      if (unit === OPEN) depth += 1;
      if (unit === CLOSE) depth -= 1;
      j += 1;
      if (depth === 0) return j;
    }
  }
  return source.length;
}

function atomEnd(source, i, nested) {
  const unit = charCodeAt(source, i);
  if (unit === BACKSLASH) return escapeEnd(source, i);
  if (unit === BRACKET) return classEnd(source, i, nested);
  if (unit === OPEN) return groupEnd(source, i, nested);
  return i + 1;
}

/** `{ from, to, text }` of the quantifier at `i`, or null. */
function quantifier(source, i) {
  if (i >= source.length) return null;
  const unit = charCodeAt(source, i);
  const lazy = (end) => (source[end] === "?" ? end + 1 : end);
  if (unit === STAR || unit === PLUS || unit === QUESTION) {
    return { least: unit === PLUS ? 1 : 0, most: unit === QUESTION ? 1 : Infinity, end: lazy(i + 1) };
  }
  if (unit !== BRACE) return null;
  // Read by hand: an expression of ours might have to be compiled where there is no room for that.
  const comma = digitsEnd(source, i + 1);
  if (comma === i + 1) return null;
  const least = number(stringSlice(source, i + 1, comma));
  const open = source[comma] === ",";
  const close = open ? digitsEnd(source, comma + 1) : comma;
  if (source[close] !== "}" || close - i >= LONGEST_COUNTS) return null;
  const most = !open ? least : close === comma + 1 ? Infinity : number(stringSlice(source, comma + 1, close));
  return { least, most, end: lazy(close + 1) };
}

function digitsEnd(source, i) {
  let end = i;
  while (end < source.length && end - i < LONGEST_COUNTS && charCodeAt(source, end) >= 48 && charCodeAt(source, end) <= 57) end += 1;
  return end;
}

/** Writes a quantified atom out as terms: its needed copies one by one, the rest as one term. */
function expand(atom, counts, written, terms) {
  // Copies of a group would be groups of their own; a back reference or a name must not change.
  const copies = counts.least > MOST_COPIES || charCodeAt(atom, 0) === OPEN ? 0 : counts.least;
  if (copies === 0) {
    terms[terms.length] = { text: written, needed: counts.least > 0 };
    return;
  }
  for (let i = 0; i < copies; i += 1) terms[terms.length] = { text: atom, needed: true };
  if (counts.most === Infinity) terms[terms.length] = { text: `${atom}*`, needed: false };
  else if (counts.most > copies) terms[terms.length] = { text: `${atom}{0,${counts.most - copies}}`, needed: false };
}

/**
 * The alternatives of `source`, each a list of terms `{ text, needed }`; a term that is not needed
 * matches the empty string. `nested`: the `v` flag.
 */
function alternatives(source, nested) {
  const found = [[]];
  let terms = found[0];
  let i = 0;
  while (i < source.length) {
    if (charCodeAt(source, i) === BAR) {
      terms = [];
      found[found.length] = terms;
      i += 1;
      continue;
    }
    const end = atomEnd(source, i, nested);
    const atom = stringSlice(source, i, end);
    const counts = quantifier(source, end);
    i = counts === null ? end : counts.end;
    if (counts === null) terms[terms.length] = { text: atom, needed: true };
    else expand(atom, counts, atom + stringSlice(source, end, counts.end), terms);
    if (terms.length > MOST_TERMS) {
      // The rest stays one term.
      const rest = restOfAlternative(source, i, nested);
      terms[terms.length] = { text: stringSlice(source, i, rest), needed: true };
      i = rest;
    }
  }
  return found;
}

function restOfAlternative(source, i, nested) {
  let j = i;
  while (j < source.length && charCodeAt(source, j) !== BAR) j = atomEnd(source, j, nested);
  return j;
}

module.exports = { alternatives, classEnd, escapeEnd, quantifier };

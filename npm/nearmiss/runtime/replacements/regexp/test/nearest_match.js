"use strict";
// How near a text was to matching a regular expression: the longest prefix of the expression's terms
// that matches, then how much text stands in the way of the next term. Ours runs copies of the
// expression, never the program's own (whose `lastIndex` and `exec` are its business).
const { compile, exec } = require("../../../foreign_regexp.js");
const { charCodeAt, Map, mapGet, mapSet, mapSize, stringSlice } = require("../../../intrinsics.js");
const { hasRoom } = require("../../../room.js");
const { findTaint } = require("../../../taint/marker.js");
const { MISS, NEAR_CAP, NEAR_FLOOR } = require("../../../truthness/levels.js");
const { safeLength } = require("./safe_length.js");
const { alternatives } = require("./terms.js");

/** Expressions taken apart and kept, in each of two generations: a full one replaces the older, which is forgotten. */
const MOST_KEPT = 500;
/** Longest source that is taken apart, and the alternatives of it that are looked at: what is longer is a list of words. */
const LONGEST_SOURCE = 4096;
const MOST_ALTERNATIVES = 64;

/** Runs of an expression on texts of a kind in which the engine still compiles it: for its interpreter, then for the machine. */
const COMPILES = 3;

/** Whether there is room to compile where a miss is looked at; undefined until that matters. */
let room;

let young = new Map();
let old = new Map();

/**
 * Compiles the prefixes of an alternative: `{ length, regexp, narrow, wide }`, longest first; none where V8 refuses. The
 * engine has one form of an expression for texts of bytes and one for all others: so often was it run on either.
 */
function prefixes(terms, flags) {
  const found = [];
  let text = "";
  for (let i = 0; i < terms.length; i += 1) {
    text += terms[i].text;
    if (terms[i].text === "$") continue;
    try {
      found[found.length] = { length: i + 1, regexp: compile(text, flags), narrow: 0, wide: 0 };
    } catch {
      // A prefix alone may be invalid (a reference to a group behind it): it tells nothing.
    }
  }
  return found;
}

/** The parts of an expression; null where there is no room to find them out. */
function takeApart(source, flags, nested) {
  const key = `${flags}/${source}`;
  let parts = mapGet(young, key);
  if (parts !== undefined) return parts;
  parts = mapGet(old, key);
  if (parts === undefined) {
    room ??= hasRoom();
    if (!room) return null;
    const all = alternatives(source, nested);
    parts = { length: safeLength(source, nested), list: [] };
    for (let i = 0; i < all.length && i < MOST_ALTERNATIVES; i += 1) {
      parts.list[i] = { terms: all[i], prefixes: prefixes(all[i], flags) };
    }
    // An expression made of an input does not come again.
    if (findTaint(source) !== null) return parts;
  }
  keep(key, parts);
  return parts;
}

function keep(key, parts) {
  if (mapSize(young) >= MOST_KEPT) {
    old = young;
    young = new Map();
  }
  mapSet(young, key, parts);
}

/** Whether a text is not of bytes. */
function isWide(text) {
  for (let i = 0; i < text.length; i += 1) if (charCodeAt(text, i) > 255) return true;
  return false;
}

/** Whether a prefix may be run: the engine has compiled it, or has room to. */
function mayRun(prefix, wide) {
  const runs = wide ? prefix.wide : prefix.narrow;
  if (runs >= COMPILES) return true;
  room ??= hasRoom();
  if (!room) return false;
  if (wide) prefix.wide = runs + 1;
  else prefix.narrow = runs + 1;
  return true;
}

/** A prefix may be too much for the engine once it is run; that is not for the program to see. */
function firstMatch(regexp, text) {
  try {
    return exec(regexp, text);
  } catch {
    return null;
  }
}

/** Share of an alternative that `text` matches, in [0, 1). */
function share(part, text, wide) {
  const { terms } = part;
  for (let i = part.prefixes.length - 1; i >= 0; i -= 1) {
    const { length, regexp } = part.prefixes[i];
    if (!mayRun(part.prefixes[i], wide)) return 0;
    const match = firstMatch(regexp, text);
    if (match !== null) {
      const end = match.index + match[0].length;
      return (length + towards(terms[length], text, end)) / (terms.length + 1);
    }
  }
  return 0;
}

/** How near the text at `end` is to the term that failed, in [0, 1). */
function towards(term, text, end) {
  const left = text.length - end;
  if (term === undefined || term.text === "$") return 1 / (2 + left);
  if (left === 0) return 0;
  if (term.text.length !== 1) return 1 / 4;
  const d = charCodeAt(text, end) - charCodeAt(term.text, 0);
  return 1 / 4 + (1 - (d < 0 ? -d : d) / 65536) / 2;
}

/** Heuristic of a miss of the expression `source` with `flags` on `text`. */
function nearMatch(source, flags, nested, text) {
  if (source.length > LONGEST_SOURCE) return MISS;
  room = undefined;
  const parts = takeApart(source, flags, nested);
  if (parts === null) return MISS;
  const { length, list } = parts;
  const looked = text.length > length ? stringSlice(text, 0, length) : text;
  const wide = isWide(looked);
  let best = 0;
  for (let i = 0; i < list.length; i += 1) {
    const value = share(list[i], looked, wide);
    if (value > best) best = value;
  }
  return best === 0 ? MISS : NEAR_FLOOR + (NEAR_CAP - NEAR_FLOOR) * best;
}

module.exports = { nearMatch, takeApart, MOST_KEPT };

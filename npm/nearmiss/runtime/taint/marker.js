"use strict";
// The form of a tainted value: `_EM_<digits>_XYZ_` (design section 3, "Taint").
const { charCodeAt, number, stringIndexOf, stringSlice, stringStartsWith } = require("../intrinsics.js");

const { LONGEST_TEXT } = require("./facts.js");

const DATE_FORM = "0000-00-00";
/** `_EM_0_XYZ_` */
const SHORTEST_TAINT = 10;
const TAIL = "_XYZ_";
/** Zeros stand before the number where a text must have some length. */
const MOST_DIGITS = 128;
/** Texts from this length on are remembered, the last two: the one that is taken apart, and what it is compared with. */
const LONG = 256;
let lastLong = "";
let lastFound = null;
let otherLong = "";
let otherFound = null;

/**
 * The first taint in `text`: `{ id, exact, lower, prefix, suffix }`, or null; one as we wrote it goes before one in lower
 * case. `exact`: nothing stands around it; `lower`: the program has put it in lower case.
 */
function findTaint(text) {
  if (text.length < SHORTEST_TAINT) return null;
  return text.length < LONG ? find(text) : findInLong(text);
}

/** Whether it is worth looking: short enough to be compiled into who asks on a hot way. */
function mayHaveTaint(text) {
  if (text.length < SHORTEST_TAINT) return false;
  if (text.length >= 2 * SHORTEST_TAINT) return findTaint(text) !== null;
  const unit = charCodeAt(text, SHORTEST_TAINT - 1);
  if (unit >= 128 || OF_TAINT[unit] === 0) return false;
  // A digit of a taint has the rest of it behind it; a date has not.
  return unit > 57 || unit < 48 || text.length >= SHORTEST_TAINT + TAIL.length;
}

/** The same of texts that may be tainted dates, too. */
function mayBeTainted(text) {
  return mayHaveTaint(text) || (text.length === DATE_LENGTH && dateTaint(text) >= 0);
}

/** A program that takes a long text apart piece by piece asks about the same text again and again. */
function findInLong(text) {
  // Nothing could be told of it.
  if (text.length > LONGEST_TEXT) return null;
  if (text === lastLong) return lastFound;
  const found = text === otherLong ? otherFound : find(text);
  otherLong = lastLong;
  otherFound = lastFound;
  lastLong = text;
  lastFound = found;
  return found;
}

/** The units that a taint is made of: whatever place of a taint is looked at, one of them is there. */
const OF_TAINT = new Uint8Array(128);
for (let i = 0; i < "_0123456789EMXYZemxyz".length; i += 1) OF_TAINT["_0123456789EMXYZemxyz".charCodeAt(i)] = 1;
/** Below this length looking at every tenth unit is quicker than a search for one. */
const SHORT = 96;

/** Whether a text has none: a taint covers every {@link SHORTEST_TAINT}th unit of a text somewhere. */
function hasNone(text) {
  for (let i = SHORTEST_TAINT - 1; i < text.length; i += SHORTEST_TAINT) {
    const unit = charCodeAt(text, i);
    if (unit < 128 && OF_TAINT[unit] === 1) return false;
  }
  return true;
}

function find(text) {
  if (text.length < SHORT && hasNone(text)) return null;
  // One search is enough for nearly every other string of a program.
  const first = stringIndexOf(text, "_");
  if (first < 0) return null;
  return findForm(text, first, "_EM_", "_XYZ_", false) ?? findForm(text, first, "_em_", "_xyz_", true);
}

/** The first `head<digits>tail` from `from` on; what only begins like one may stand before it. */
function findForm(text, from, head, tail, lower) {
  for (let start = stringIndexOf(text, head, from); start >= 0; start = stringIndexOf(text, head, start + 1)) {
    const digits = start + head.length;
    let end = digits;
    while (end < text.length && end - digits <= MOST_DIGITS) {
      const unit = charCodeAt(text, end);
      if (unit < 48 || unit > 57) break;
      end += 1;
    }
    if (end === digits || end - digits > MOST_DIGITS || !stringStartsWith(text, tail, end)) continue;
    const id = number(stringSlice(text, digits, end));
    const prefix = stringSlice(text, 0, start);
    const suffix = stringSlice(text, end + tail.length);
    return { id, exact: prefix === "" && suffix === "", lower, prefix, suffix };
  }
  return null;
}

/** How a tainted date ends: a time of day, and the number of the taint in milliseconds. */
const DATE_TAINT = "T19:47:53.";
const DATE_LENGTH = "0000-00-00T00:00:00.000Z".length;

/** The number of the taint that a text of a date is, or -1. */
function dateTaint(text) {
  const day = DATE_FORM.length;
  if (text.length !== DATE_LENGTH || !stringStartsWith(text, DATE_TAINT, day)) return -1;
  const id = number(stringSlice(text, day + DATE_TAINT.length, DATE_LENGTH - 1));
  return id === id ? id : -1;
}

/** A tainted number: this and the number of the taint. As a text of digits the program may read it any way it likes. */
const NUMBER_TAINT = 0x4e4d0000;
/** Taints that a number can stand for. */
const NUMBER_TAINTS = 1 << 16;

/** The number of the taint that a number is, or -1. */
function numberTaint(value) {
  const id = typeof value === "bigint" ? number(value) - NUMBER_TAINT : value - NUMBER_TAINT;
  return id >= 0 && id < NUMBER_TAINTS && id % 1 === 0 ? id : -1;
}

/** Beyond this a number has hundreds of digits, or millions, which take long to find and stand in no input. */
const MOST_SAYABLE = 2n ** 512n;

/** Whether the digits of a big integer may be told. */
const isSayable = (value) => value <= MOST_SAYABLE && value >= -MOST_SAYABLE;

module.exports = { DATE_FORM, dateTaint, findTaint, isSayable, mayBeTainted, mayHaveTaint, numberTaint, SHORTEST_TAINT, NUMBER_TAINT, NUMBER_TAINTS };

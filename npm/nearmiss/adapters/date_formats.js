"use strict";
// Formats of dates as regular expressions: one way to write a date of the format, which not all dates are written in.

const { charCodeAt, objectHasOwn, stringIndexOf, stringSlice } = require("../runtime/intrinsics.js");

/** Formats beyond it are no longer read. */
const LONGEST = 100;
const MONTHS = "(January|February|March|April|May|June|July|August|September|October|November|December)";
const SHORT_MONTHS = "(Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)";
/** Days that each month has. */
const DAY = "(0[1-9]|1[0-9]|2[0-8])";
const SHORT_DAY = "([1-9]|1[0-9]|2[0-8])";
const YEAR = "[12][0-9]{3}";
const OFFSET = "[+-](0[0-9]|1[0-1]):[03]0";
const SHORT_OFFSET = "[+-](0[0-9]|1[0-1])[03]0";

const TIME = {
  HH: "([01][0-9]|2[0-3])",
  H: "([0-9]|1[0-9]|2[0-3])",
  hh: "(0[1-9]|1[0-2])",
  h: "([1-9]|1[0-2])",
  mm: "[0-5][0-9]",
  m: "([0-9]|[1-5][0-9])",
  ss: "[0-5][0-9]",
  s: "([0-9]|[1-5][0-9])",
  S: "[0-9]",
  SS: "[0-9]{2}",
  SSS: "[0-9]{3}",
  MM: "(0[1-9]|1[0-2])",
  M: "([1-9]|1[0-2])",
  MMM: SHORT_MONTHS,
  MMMM: MONTHS,
};

/** Letters of moment and dayjs; what stands in brackets is fixed. */
const MOMENT = {
  open: "[",
  close: "]",
  words: {
    ...TIME, YYYY: YEAR, YY: "[0-9]{2}", DD: DAY, D: SHORT_DAY, A: "(AM|PM)", a: "(am|pm)", Z: OFFSET, ZZ: SHORT_OFFSET,
    X: "1[0-9]{9}", x: "1[0-9]{12}",
  },
};

const UNICODE = {
  ...TIME, yyyy: YEAR, yy: "[0-9]{2}", y: YEAR, dd: DAY, d: SHORT_DAY, LL: TIME.MM, L: TIME.M, LLL: SHORT_MONTHS, LLLL: MONTHS,
  a: "(AM|PM)",
};
/** Letters of Unicode's tables, as luxon has them and as date-fns does; what stands in quotes is fixed. */
const LUXON = { open: "'", close: "'", words: { ...UNICODE, ZZ: OFFSET, ZZZ: SHORT_OFFSET, X: "1[0-9]{9}", x: "1[0-9]{12}" } };
const DATE_FNS = {
  open: "'",
  close: "'",
  words: { ...UNICODE, xxx: OFFSET, xx: SHORT_OFFSET, XXX: OFFSET, XX: SHORT_OFFSET, t: "1[0-9]{9}", T: "1[0-9]{12}" },
};

const isLetter = (text, at) => {
  const unit = charCodeAt(text, at) | 32;
  return unit >= 97 && unit <= 122;
};

function quoted(text) {
  let source = "";
  for (let i = 0; i < text.length; i += 1) {
    const character = text[i];
    source += stringIndexOf("\\^$.*+?()[]{}|/", character) < 0 ? character : `\\${character}`;
  }
  return source;
}

/** Formats of one language, by `formatSource(format)`: the expression for all of a text, "" where a part is not known. */
function formatSource(format, { open, close, words }) {
  if (typeof format !== "string" || format === "" || format.length > LONGEST) return "";
  let source = "^";
  let at = 0;
  while (at < format.length) {
    const start = at;
    if (format[at] === open) {
      const end = stringIndexOf(format, close, at + 1);
      if (end < 0) return "";
      // Two quotes are one that is meant.
      source += end === at + 1 && open === close ? quoted(open) : quoted(stringSlice(format, at + 1, end));
      at = end + 1;
    } else if (isLetter(format, at)) {
      while (at < format.length && format[at] === format[start]) at += 1;
      const word = stringSlice(format, start, at);
      // `Do` of moment is one word of two letters.
      if (!objectHasOwn(words, word) || (word === "D" && format[at] === "o")) return "";
      source += words[word];
    } else {
      source += quoted(format[at]);
      at += 1;
    }
  }
  return `${source}$`;
}

module.exports = { DATE_FNS, formatSource, LUXON, MOMENT };

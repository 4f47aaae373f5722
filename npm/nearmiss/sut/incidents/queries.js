"use strict";
// Queries to databases that an input is part of: tells the examination which inputs these are (a taint shows in the text), and,
// when what it has sent in their place has left the text or name it was put into, that.
//
// Drivers tell of queries as they begin (`../databases`). What is bound to a query is no part of its text and is not looked at.

const { session } = require("../../register/session.js");
const { charCodeAt, number, Set, setAdd, setClear, setHas, stringIndexOf, stringSlice, stringToUpperCase } = require("../../runtime/intrinsics.js");
const { findTaint, NUMBER_TAINT, numberTaint } = require("../../runtime/taint/marker.js");
const databases = require("../databases/index.js");
const { isMarked, leavesItsToken } = require("./sql/spliced.js");

/** In longer ones no taint is looked for: statements that load a whole file. */
const LONGEST_QUERY = 8_192;
/** Inputs of one query that are told. */
const MOST_INPUTS = 8;
/** What all tainted numbers begin with, and how many digits they have. */
const NUMBER_START = stringSlice(`${NUMBER_TAINT}`, 0, 4);
const NUMBER_DIGITS = `${NUMBER_TAINT}`.length;

let tell = () => {};
/** Queries that were looked at in this call: a pool hands them on to a connection, at another time, when the caller is not known. */
const looked = new Set();

/** The texts of tainted inputs in a query, each as it was sent. */
function inputsIn(text) {
  const found = [];
  let rest = text;
  while (found.length < MOST_INPUTS) {
    const taint = findTaint(rest);
    if (taint === null) break;
    // As it was sent, whatever the program has made of it.
    found.push(stringToUpperCase(stringSlice(rest, taint.prefix.length, rest.length - taint.suffix.length)));
    rest = taint.suffix;
  }
  for (let at = stringIndexOf(text, NUMBER_START); at >= 0 && found.length < MOST_INPUTS; at = stringIndexOf(text, NUMBER_START, at + 1)) {
    const digits = stringSlice(text, at, at + NUMBER_DIGITS);
    if (digits.length === NUMBER_DIGITS && numberTaint(number(digits)) >= 0 && !isDigit(text, at - 1) && !isDigit(text, at + NUMBER_DIGITS)) {
      found.push(digits);
    }
  }
  return found;
}

function isDigit(text, at) {
  const unit = at < 0 || at >= text.length ? 0 : charCodeAt(text, at);
  return unit >= 48 && unit <= 57;
}

/** A query begins; what this throws is lost. */
function look({ text, dialect, place: placeOf }) {
  const { epoch } = session;
  if (epoch === null || !epoch.isOpen()) return;
  if (text.length > LONGEST_QUERY || setHas(looked, text)) return;
  const inputs = inputsIn(text);
  const leaves = isMarked(text) && leavesItsToken(text, dialect);
  if (inputs.length === 0 && !leaves) return;
  setAdd(looked, text);
  const place = placeOf();
  for (let i = 0; i < inputs.length; i += 1) tell("sql-input", place, inputs[i]);
  if (leaves) tell("sql-injection", place, "an input is more than one token of a query");
}

exports.install = (report) => {
  tell = report;
  databases.install();
  databases.onQuery({ begun: look });
};
exports.requestBegan = () => setClear(looked);

"use strict";
// Queries to databases that an input is part of: tells the examination which inputs these are (a taint shows in the text), and,
// when what it has sent in their place has left the text or name it was put into, that.
//
// Methods of drivers are replaced where the program loads them (`sql/drivers.js`), by stand-ins. What is bound to a query is no
// part of its text and is not looked at.

const { session } = require("../../register/session.js");
const { charCodeAt, number, Set, setAdd, setClear, setHas, stringIndexOf, stringSlice, stringToUpperCase } = require("../../runtime/intrinsics.js");
const { ownField } = require("../../adapters/observe.js");
const { findTaint, NUMBER_TAINT, numberTaint } = require("../../runtime/taint/marker.js");
const { placeOfCaller } = require("./place.js");
const drivers = require("./sql/drivers.js");
const { isMarked, leavesItsToken } = require("./sql/spliced.js");
const { replace, throwing, withoutUs } = require("./stand_in.js");

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

/** The text of a query as drivers take it: itself, or a field of an object that runs no code of the program. */
function textOf(query) {
  if (typeof query === "string") return query;
  const text = ownField(query, "text") ?? ownField(query, "sql");
  return typeof text === "string" ? text : null;
}

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

function look(query, above, dialect) {
  try {
    lookAt(query, above, dialect);
  } catch {
    // A query that no driver takes, either.
  }
}

function lookAt(query, above, dialect) {
  const { epoch } = session;
  if (epoch === null || !epoch.isOpen()) return;
  const text = textOf(query);
  if (text === null || text.length > LONGEST_QUERY || setHas(looked, text)) return;
  const inputs = inputsIn(text);
  const leaves = isMarked(text) && leavesItsToken(text, dialect);
  if (inputs.length === 0 && !leaves) return;
  setAdd(looked, text);
  const place = placeOfCaller(above);
  for (let i = 0; i < inputs.length; i += 1) tell("sql-input", place, inputs[i]);
  if (leaves) tell("sql-injection", place, "an input is more than one token of a query");
}

exports.install = (report) => {
  tell = report;
};
exports.loaded = (filename, module) =>
  drivers.loaded(filename, module, (holder, { dialect, methods, answered }) => {
    const watched = (query, above) => look(query, above, dialect);
    const known = answered === undefined ? undefined : (result) => withoutUs(answered(result));
    replace(holder, methods, (real) => throwing(real, watched, known));
  });
exports.requestBegan = () => setClear(looked);

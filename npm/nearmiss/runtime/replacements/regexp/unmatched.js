"use strict";
// A text that met an expression. One that it did not match: how much of the expression matched; a tainted text is told the
// expression, also where it matches: what it should have been is nothing to find out then, but what the expression does with
// other texts may be.
const {
  isRegExp,
  regexpDotAll,
  regexpIgnoreCase,
  regexpMultiline,
  regexpSource,
  regexpUnicode,
  regexpUnicodeSets,
  stringEndsWith,
  stringStartsWith,
} = require("../../intrinsics.js");
const { fact } = require("../../generated/layout.js");
const { MISS } = require("../../truthness/levels.js");
const { NEAR_ONE } = require("../../truthness/near.js");
const { partText } = require("../string/search.js");
const { foldCase } = require("./test/fold_case.js");
const { nearMatch } = require("./test/nearest_match.js");
const { alternatives } = require("./test/terms.js");

/** True for `^...$` without an alternative at the top: it must match the whole value. */
function isWhole(source, multiline, nested) {
  if (multiline || !stringStartsWith(source, "^") || !stringEndsWith(source, "$")) return false;
  const all = alternatives(source, nested);
  const terms = all[0];
  return all.length === 1 && terms[terms.length - 1].text === "$";
}

/** After `expression` found nothing in `input`. */
function unmatched(taint, expression, input) {
  if (!isRegExp(expression)) return MISS;
  const text = partText(input);
  if (text === undefined) return MISS;
  const source = regexpSource(expression);
  const ignoreCase = regexpIgnoreCase(expression);
  const multiline = regexpMultiline(expression);
  const nested = regexpUnicodeSets(expression) === true;
  taint.unmatched(
    text,
    () => (isWhole(source, multiline, nested) ? fact.REGEX_WHOLE : fact.REGEX_PARTIAL),
    () => (ignoreCase ? foldCase(source) : source),
    source.length,
  );
  const flags =
    (ignoreCase ? "i" : "") +
    (multiline ? "m" : "") +
    (regexpDotAll(expression) ? "s" : "") +
    (nested ? "v" : regexpUnicode(expression) ? "u" : "");
  return nearMatch(source, flags, nested, text);
}

/** After `expression` found something in `input`: any change may make it miss. */
function matched(taint, expression, input) {
  if (!isRegExp(expression)) return NEAR_ONE;
  const text = partText(input);
  if (text !== undefined) taint.matched(text, regexpSource(expression));
  return NEAR_ONE;
}

module.exports = { matched, unmatched };

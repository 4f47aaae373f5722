"use strict";
// `RegExp.prototype.test`: how much of the expression matched; a tainted text is told the expression.
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
} = require("../../../intrinsics.js");
const { fact } = require("../../../generated/layout.js");
const { MISS } = require("../../../truthness/levels.js");
const { partText } = require("../../string/search.js");
const { foldCase } = require("./fold_case.js");
const { nearMatch } = require("./nearest_match.js");
const { alternatives } = require("./terms.js");

const native = RegExp.prototype.test;

/** True for `^...$` without an alternative at the top: it must match the whole value. */
function isWhole(source, multiline, nested) {
  if (multiline || !stringStartsWith(source, "^") || !stringEndsWith(source, "$")) return false;
  const all = alternatives(source, nested);
  const terms = all[0];
  return all.length === 1 && terms[terms.length - 1].text === "$";
}

function create(taint) {
  function nearness(self, input) {
    if (!isRegExp(self)) return MISS;
    const text = partText(input);
    if (text === undefined) return MISS;
    const source = regexpSource(self);
    const ignoreCase = regexpIgnoreCase(self);
    const multiline = regexpMultiline(self);
    const nested = regexpUnicodeSets(self) === true;
    taint.unmatched(
      text,
      () => (isWhole(source, multiline, nested) ? fact.REGEX_WHOLE : fact.REGEX_PARTIAL),
      () => (ignoreCase ? foldCase(source) : source),
    );
    const flags =
      (ignoreCase ? "i" : "") +
      (multiline ? "m" : "") +
      (regexpDotAll(self) ? "s" : "") +
      (nested ? "v" : regexpUnicode(self) ? "u" : "");
    return nearMatch(source, flags, nested, text);
  }
  return { native, found: (result) => result, nearness };
}

module.exports = { receiver: "regexp", method: "test", native, create };

"use strict";
// Which outcome the result of a call is: for nearly all replacements one of a few questions, which a hot probe answers in place.

/** Anything but these: the replacement's own `found` is asked. */
const BY_CALL = 0;
const IS_TRUE = 1;
const IS_INDEX = 2;
const IS_DEFINED = 3;
const IS_NOT_NULL = 4;
const IS_THERE = 5;
const IS_ZERO = 6;
/** There is no outcome, for a value is made of another; or only that the call completed or threw. */
const MADE = 7;
const MADE_OR_THREW = 8;

const isTrue = (result) => result === true;
const isIndex = (result) => result !== -1;
const isDefined = (result) => result !== undefined;
const isNotNull = (result) => result !== null;
const isThere = (result) => result !== null && result !== undefined;
const isZero = (result) => result === 0;

/** The number of the question that `found` is; `throws` of those that only make a value. */
function outcomeOf(found, throws) {
  switch (found) {
    case undefined:
      return throws ? MADE_OR_THREW : MADE;
    case isTrue:
      return IS_TRUE;
    case isIndex:
      return IS_INDEX;
    case isDefined:
      return IS_DEFINED;
    case isNotNull:
      return IS_NOT_NULL;
    case isThere:
      return IS_THERE;
    case isZero:
      return IS_ZERO;
    default:
      return BY_CALL;
  }
}

module.exports = {
  BY_CALL, IS_TRUE, IS_INDEX, IS_DEFINED, IS_NOT_NULL, IS_THERE, IS_ZERO, MADE, MADE_OR_THREW,
  isTrue, isIndex, isDefined, isNotNull, isThere, isZero, outcomeOf,
};

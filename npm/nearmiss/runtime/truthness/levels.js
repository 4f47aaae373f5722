"use strict";
// The levels of a heuristic and the pair that the last predicate left (design section 3, "Invariants
// of the truthness"): not reached 0 < exception < plain miss < near miss < covered 1.

/** An operand threw. Paper 002 Figure 1, `exception`. */
const EXCEPTION = 0.005;
/** The other outcome came, and nothing is known of how near this one was. Paper 002 Figure 1, `base`. */
const MISS = 0.01;
/** Everything that has a gradient lies from here on. */
const NEAR_FLOOR = 0.02;
/** Nearest miss: distance 0. */
const NEAR_CAP = 0.999;
/** Greatest double below 1: no mean of operands may round to "covered". */
const BELOW_ONE = 1 - 2 ** -52;
/** The collection is empty; paper 002 Equation 3. */
const EMPTY_COLLECTION = 0.05;
/** The key is null or undefined; paper 002 Equation 3. */
const NULLISH_KEY = 0.1;

/** `h[0]`: how near the last predicate was to true; `h[1]`: to false. */
const h = new Float64Array(2);

/** Lifts a mean of operands in [0, 1] above the plain miss, below 1. */
function lift(mean) {
  const value = MISS + (1 - MISS) * mean;
  return value < BELOW_ONE ? value : BELOW_ONE;
}

/** Lifts a heuristic above the constants of Equation 3. */
function aboveNullish(value) {
  return NULLISH_KEY + (1 - NULLISH_KEY) * value;
}

module.exports = {
  EXCEPTION,
  MISS,
  NEAR_FLOOR,
  NEAR_CAP,
  BELOW_ONE,
  EMPTY_COLLECTION,
  NULLISH_KEY,
  h,
  lift,
  aboveNullish,
};

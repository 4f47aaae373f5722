"use strict";
// From a branch distance to a heuristic: by the place of the distance among all doubles.
//
// The bits of a non-negative double, read as an integer, grow with the double: exponent first, then
// mantissa. In units of one exponent that is a number below 2048, piecewise linear within one power of
// two, a logarithm that needs no logarithm. So distances that differ by one part in 10^6 keep different
// heuristics over the whole range, where `d/(d+1)` rounds to 1 below 1e-16 and to the floor above 1e18.
// Subnormal distances are scaled by 2^54 first, which puts 54 exponents below the normal ones; the
// distance of two doubles may overflow, then half of it is taken and one exponent added.
const { bigint, bigintToString, log2, number, numberIsInteger, stringSlice } = require("../intrinsics.js");
const { MISS, NEAR_FLOOR, NEAR_CAP } = require("./levels.js");

const SMALLEST_NORMAL = 2 ** -1022;
const LARGEST = Number.MAX_VALUE;
const SUBNORMAL_SHIFT = 54;
/** Place of an infinite distance: above the greatest finite one (2047 + 1) and huge BigInts. */
const INFINITE = 2050;
const STEP = (NEAR_CAP - NEAR_FLOOR) / (INFINITE + SUBNORMAL_SHIFT);
const TOP = NEAR_CAP - SUBNORMAL_SHIFT * STEP;
const HIGH = STEP * 2 ** -20;
const LOW = STEP * 2 ** -52;

const cell = new Float64Array(1);
const halves = new Uint32Array(cell.buffer);
cell[0] = 1;
// Index of the half that holds sign and exponent.
const HI = halves[1] === 0 ? 0 : 1;
const LO = 1 - HI;

/** Heuristic of a miss by the distance `d` >= 0; NaN is a plain miss. */
function near(d) {
  if (d >= SMALLEST_NORMAL && d <= LARGEST) {
    cell[0] = d;
    return TOP - halves[HI] * HIGH - halves[LO] * LOW;
  }
  if (d === 0) return NEAR_CAP;
  if (d < SMALLEST_NORMAL) {
    cell[0] = d * 2 ** SUBNORMAL_SHIFT;
    return NEAR_CAP - halves[HI] * HIGH - halves[LO] * LOW;
  }
  return d === Infinity ? TOP - INFINITE * STEP : MISS;
}

/** Heuristic of a miss between two numbers, Korel's |a - b|; a plain miss when one is NaN. */
function nearNumbers(a, b) {
  const d = a < b ? b - a : a - b;
  if (d >= SMALLEST_NORMAL && d <= LARGEST) {
    cell[0] = d;
    return TOP - halves[HI] * HIGH - halves[LO] * LOW;
  }
  return nearEdge(a, b, d);
}

function nearEdge(a, b, d) {
  if (a === b) return NEAR_CAP;
  if (d === Infinity) {
    const half = a / 2 - b / 2;
    if (half !== Infinity && half !== -Infinity) return near(half < 0 ? -half : half) - STEP;
  }
  return near(d);
}

/** Heuristic of a miss by a distance that is a BigInt >= 0. */
function nearBigint(d) {
  const asNumber = number(d);
  if (asNumber !== Infinity) return near(asNumber);
  // Beyond the doubles: bits 1025 and up share what lies between the greatest finite and infinity.
  const digits = bigintToString(d, 16);
  const bits = 4 * (digits.length - 13) + log2(number(`0x${stringSlice(digits, 0, 13)}`));
  return TOP - (2048 + (1 - 1024 / bits)) * STEP;
}

/** The same for two numeric values of which at least one is a BigInt. */
function nearMixed(a, b) {
  const left = exact(a);
  const right = exact(b);
  if (typeof left === "bigint" && typeof right === "bigint") {
    return nearBigint(left < right ? right - left : left - right);
  }
  return nearNumbers(number(a), number(b));
}

function exact(value) {
  return typeof value === "number" && numberIsInteger(value) ? bigint(value) : value;
}

/** Heuristic of a miss that any change mends, as of `a !== b` when both are equal. */
const NEAR_ONE = near(1);

module.exports = { near, nearNumbers, nearBigint, nearMixed, NEAR_ONE };

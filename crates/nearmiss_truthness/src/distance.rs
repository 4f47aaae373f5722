//! From a branch distance to a heuristic: by the place of the distance among all doubles.
//!
//! The bits of a non-negative double, read as an integer, grow with the double: exponent first, then
//! mantissa. In units of one exponent that is a number below 2048, piecewise linear within one power
//! of two, a logarithm that needs no logarithm. So distances that differ by one part in 10^6 keep
//! different heuristics over the whole range, where `d/(d+1)` rounds to 1 below 1e-16 and to the floor
//! above 1e18. Subnormal distances are scaled by 2^54 first, which puts 54 exponents below the normal
//! ones; the distance of two doubles may overflow, then half of it is taken and one exponent added.
//!
//! The operations and their order are those of `npm/nearmiss/runtime/truthness/near.js`, so that both
//! round alike.

use crate::levels::{MISS, NEAR_CAP, NEAR_FLOOR};

const SUBNORMAL_SHIFT: f64 = 54.0;
/// 2^54, as a factor.
const SUBNORMAL_SCALE: f64 = 18_014_398_509_481_984.0;
/// Place of an infinite distance: above the greatest finite one (2047 + 1) and huge integers.
const INFINITE: f64 = 2050.0;
const STEP: f64 = (NEAR_CAP - NEAR_FLOOR) / (INFINITE + SUBNORMAL_SHIFT);
const TOP: f64 = NEAR_CAP - SUBNORMAL_SHIFT * STEP;
/// 2^-20 and 2^-52: the high half of a double counts exponents in units of the first.
const HIGH: f64 = STEP * (1.0 / 1_048_576.0);
const LOW: f64 = STEP * f64::EPSILON;

/// Heuristic of a miss by the distance `distance` >= 0; NaN is a plain miss.
#[must_use]
pub fn near_distance(distance: f64) -> f64 {
    if (f64::MIN_POSITIVE..=f64::MAX).contains(&distance) {
        below(TOP, distance)
    } else if distance == 0.0 {
        NEAR_CAP
    } else if distance < f64::MIN_POSITIVE {
        below(NEAR_CAP, distance * SUBNORMAL_SCALE)
    } else if distance == f64::INFINITY {
        TOP - INFINITE * STEP
    } else {
        MISS
    }
}

fn below(top: f64, distance: f64) -> f64 {
    let bits = distance.to_bits();
    let (high, low) = ((bits >> 32) as u32, bits as u32);
    top - f64::from(high) * HIGH - f64::from(low) * LOW
}

/// Heuristic of a miss between two numbers, Korel's |a - b|; a plain miss when one is NaN.
#[must_use]
pub fn near_numbers(a: f64, b: f64) -> f64 {
    if a == b {
        return NEAR_CAP;
    }
    let distance = (a - b).abs();
    if distance == f64::INFINITY {
        let half = a / 2.0 - b / 2.0;
        if half.is_finite() {
            return near_distance(half.abs()) - STEP;
        }
    }
    near_distance(distance)
}

/// Heuristic of a miss that any change mends, as of `a !== b` when both are equal.
#[must_use]
pub(crate) fn near_one() -> f64 {
    near_distance(1.0)
}

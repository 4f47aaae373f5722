//! The levels of a heuristic (design section 3, "Invariants of the truthness"): not reached 0 <
//! exception < plain miss < near miss < covered 1.

/// An operand threw. Paper 002 Figure 1, `exception`.
pub const EXCEPTION: f64 = 0.005;
/// The other outcome came, and nothing is known of how near this one was. Paper 002 Figure 1,
/// `base`.
pub const MISS: f64 = 0.01;
/// Everything that has a gradient lies from here on.
pub const NEAR_FLOOR: f64 = 0.02;
/// Nearest miss: distance 0.
pub const NEAR_CAP: f64 = 0.999;
/// Greatest double below 1: no mean of operands may round to "covered".
const BELOW_ONE: f64 = 1.0 - f64::EPSILON;

/// How near a predicate was to each of its outcomes; the one it had is 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Truthness {
    /// How near to true.
    pub to_true: f64,
    /// How near to false.
    pub to_false: f64,
}

impl Truthness {
    /// A predicate with this outcome that was `miss` near to the other one.
    #[must_use]
    pub fn of(outcome: bool, miss: f64) -> Self {
        if outcome {
            Self { to_true: 1.0, to_false: miss }
        } else {
            Self { to_true: miss, to_false: 1.0 }
        }
    }

    /// The outcome.
    #[must_use]
    pub fn outcome(self) -> bool {
        self.to_true == 1.0
    }
}

impl std::ops::Not for Truthness {
    type Output = Self;

    fn not(self) -> Self {
        Self { to_true: self.to_false, to_false: self.to_true }
    }
}

/// Lifts a mean of operands in [0, 1] above the plain miss, below 1.
pub(crate) fn lift(mean: f64) -> f64 {
    (MISS + (1.0 - MISS) * mean).min(BELOW_ONE)
}

//! Comparisons of two numbers or two strings.

use crate::distance::{near_numbers, near_one};
use crate::levels::Truthness;
use crate::text::{near_in_order, near_texts};

/// A comparison operator; operands are of one type, so there is one kind of equality.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Comparison {
    /// `<`
    Less,
    /// `<=`
    LessOrEqual,
    /// `>`
    Greater,
    /// `>=`
    GreaterOrEqual,
    /// `===`
    Equal,
    /// `!==`
    NotEqual,
}

impl Comparison {
    fn holds<T: PartialOrd + ?Sized>(self, a: &T, b: &T) -> bool {
        match self {
            Self::Less => a < b,
            Self::LessOrEqual => a <= b,
            Self::Greater => a > b,
            Self::GreaterOrEqual => a >= b,
            Self::Equal => a == b,
            Self::NotEqual => a != b,
        }
    }

    fn is_equality(self) -> bool {
        matches!(self, Self::Equal | Self::NotEqual)
    }
}

/// Compares two doubles, as IEEE 754 and JavaScript do: NaN is unequal to all, 0 equals -0.
#[must_use]
pub fn number(comparison: Comparison, a: f64, b: f64) -> Truthness {
    let miss = if comparison.is_equality() && a == b { near_one() } else { near_numbers(a, b) };
    Truthness::of(comparison.holds(&a, &b), miss)
}

/// Compares two strings of UTF-16 units, in the order of their units.
#[must_use]
pub fn text(comparison: Comparison, a: &[u16], b: &[u16]) -> Truthness {
    let miss = match (comparison.is_equality(), a == b) {
        (true, true) => near_one(),
        (true, false) => near_texts(a, b),
        (false, _) => near_in_order(a, b),
    };
    Truthness::of(comparison.holds(a, b), miss)
}

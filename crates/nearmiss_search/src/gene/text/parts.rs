//! Parts of texts: where they stand, and what is put in their place.

use rand::RngExt;
use rand_pcg::Pcg64Mcg;

use super::alphabet::{self, is_digit};
use super::edit::is_separator;
use crate::js_double;

/// Longest text that is made for its length.
pub(super) const LONGEST: usize = 400;
/// Least length of a number with parts.
const NUMBER_LENGTH: usize = 6;
/// How often it is laid over the start rather than the end, and with a change of another unit.
const AT_START: f64 = 0.7;
const CHECKED: f64 = 0.85;

/// Tells whether a text of digits is to have another length, at which its last digit may have to fit.
pub(crate) fn may_be_checked(text: &[u16], from: f64, to: f64) -> bool {
    text.len() as f64 == from && to >= NUMBER_LENGTH as f64 && text.iter().all(is_digit)
}

/// Tells whether a text is likely to be wanted at the start or the end of another one rather than in its place: that
/// one is a number of some length, such as has a prefix and a check digit.
pub(crate) fn may_be_laid_over(from: &[u16], to: &[u16]) -> bool {
    let digits = from.iter().filter(|unit| matches!(u8::try_from(**unit), Ok(b'0'..=b'9'))).count();
    !to.is_empty()
        && to.len() < from.len()
        && from.len() >= NUMBER_LENGTH
        && 2 * digits >= from.len()
}

/// Puts a text over the start or the end of another one, and mostly changes another unit to one of its kind:
/// what has a length and a check digit keeps the one and may get the other.
pub(super) fn lay_over(units: &mut [u16], over: &[u16], rng: &mut Pcg64Mcg) {
    let free = units.len() - over.len();
    let at = if rng.random_bool(AT_START) { 0 } else { free };
    lay_over_at(units, over, at, rng);
}

/// Puts a text over another one at a place; see [`lay_over`].
pub(super) fn lay_over_at(units: &mut [u16], over: &[u16], at: usize, rng: &mut Pcg64Mcg) {
    let free = units.len() - over.len();
    units[at..at + over.len()].copy_from_slice(over);
    if free > 0 && rng.random_bool(CHECKED) {
        let place = rng.random_range(0..free);
        let place = if place < at { place } else { place + over.len() };
        units[place] = alphabet::alike_unit(units[place], rng);
    }
}

/// Writes the digits of a number, as JavaScript does.
pub(super) fn digits(number: f64) -> Vec<u16> {
    js_double(number).encode_utf16().collect()
}

/// Tells whether a part stands in a text.
pub(super) fn is_in(units: &[u16], part: &[u16]) -> bool {
    find(units, part, 0).is_some()
}

/// Where a part stands from there on; one of less than two units must be all that is between two separators.
fn find(units: &[u16], part: &[u16], from: usize) -> Option<usize> {
    if part.len() > 1 {
        let rest = units.get(from..)?;
        return rest.windows(part.len()).position(|here| here == part).map(|at| from + at);
    }
    let is_end = |at: Option<&u16>| at.is_none_or(|unit| is_separator(*unit));
    (from..(units.len() + 1).saturating_sub(part.len())).find(|&at| {
        units[at..].starts_with(part)
            && is_end(at.checked_sub(1).and_then(|before| units.get(before)))
            && is_end(units.get(at + part.len()))
    })
}

/// Finds where the digits of a number of two or more stand from there on, with no digit beside them.
pub(super) fn number_in(units: &[u16], number: f64, from: usize) -> Option<usize> {
    let digits = digits(number);
    let is_digit = |at: Option<&u16>| at.is_some_and(is_digit);
    let at =
        find(units, &digits, from).filter(|_| digits.len() > 1 || units.len() == digits.len())?;
    let before = at.checked_sub(1).and_then(|before| units.get(before));
    (!is_digit(before) && !is_digit(units.get(at + digits.len()))).then_some(at)
}

/// Finds where the digits of a number stand that are the first or the last of a longer one, such as has a prefix and
/// a check digit: a text of digits, maybe with separators.
pub(crate) fn at_edge_of_number(units: &[u16], number: f64) -> Option<usize> {
    let part = digits(number);
    let of_number = |unit: &u16| is_digit(unit) || is_separator(*unit);
    let is_long =
        units.len() >= NUMBER_LENGTH && units.len() > part.len() && units.iter().all(of_number);
    if !is_long || part.len() < 2 || !part.iter().all(is_digit) {
        return None;
    }
    if units.starts_with(&part) {
        return Some(0).filter(|_| is_digit(&units[part.len()]));
    }
    let at = units.len() - part.len();
    (units.ends_with(&part) && is_digit(&units[at - 1])).then_some(at)
}

/// Puts `to` in the place of the first `from`, and, `all`, of those after it.
pub(super) fn replace(units: &mut Vec<u16>, from: &[u16], to: &[u16], all: bool) -> bool {
    let Some(mut at) = find(units, from, 0) else { return false };
    loop {
        units.splice(at..at + from.len(), to.iter().copied());
        match find(units, from, at + to.len() + 1) {
            Some(next) if all && units.len() < LONGEST => at = next,
            _ => return true,
        }
    }
}

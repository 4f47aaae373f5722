//! Parts of a text that the SUT compared with something else.

use rand::RngExt;
use rand_pcg::Pcg64Mcg;

use super::date_text::{is_plain, text_of, time_of};
use super::edit::is_separator;
use super::free::Free;
use super::special::SpecialText;
use super::{Form, TextGene, alphabet, is_digit};
use crate::gene::correspondence::{next_to, pattern_text};
use crate::taint::taint_text;
use crate::{MetValue, js_double};

/// Longest text that is made for its length.
const LONGEST: usize = 400;
/// How often a shorter text is laid over a text rather than put in its place, at the start rather than at the
/// end, and with a change of another unit.
const LAID_OVER: f64 = 0.7;
const AT_START: f64 = 0.7;
const CHECKED: f64 = 0.85;
/// Least length of a number with parts.
const NUMBER_LENGTH: usize = 6;
/// Share of texts made longer that get units like their last one.
const AS_LAST: f64 = 0.5;
/// Share of cases in which all equal parts of a text are replaced rather than the first.
const ALL: f64 = 0.75;

/// Whether a text of digits is to have another length, at which its last digit may have to fit.
pub(crate) fn may_be_checked(text: &[u16], from: f64, to: f64) -> bool {
    text.len() as f64 == from && to >= NUMBER_LENGTH as f64 && text.iter().all(is_digit)
}

/// Whether a text is likely to be wanted at the start or the end of another one rather than in its place: that
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
fn lay_over(units: &mut [u16], over: &[u16], rng: &mut Pcg64Mcg) {
    let free = units.len() - over.len();
    let at = if rng.random_bool(AT_START) { 0 } else { free };
    lay_over_at(units, over, at, rng);
}

fn lay_over_at(units: &mut [u16], over: &[u16], at: usize, rng: &mut Pcg64Mcg) {
    let free = units.len() - over.len();
    units[at..at + over.len()].copy_from_slice(over);
    if free > 0 && rng.random_bool(CHECKED) {
        let place = rng.random_range(0..free);
        let place = if place < at { place } else { place + over.len() };
        units[place] = alphabet::alike_unit(units[place], rng);
    }
}

impl TextGene {
    /// Whether a value stands in this text, or is its length or the time that it stands for. What is
    /// tainted tells of itself, but for its length.
    pub(in crate::gene) fn holds(&self, value: &MetValue) -> bool {
        match value {
            MetValue::Text(text) => self.holds_text(text),
            MetValue::Pattern { .. } | MetValue::Kind(_) => false,
            MetValue::Number(number) => {
                let units = self.units();
                units.len() as f64 == *number
                    || (!matches!(self.form, Form::Tainted { .. })
                        && (at_edge_of_number(&units, *number).is_some()
                            || time_of(&units).is_some_and(|time| time as f64 == *number)
                            || number_in(&units, *number, 0).is_some()))
            }
        }
    }

    fn holds_text(&self, text: &[u16]) -> bool {
        match &self.form {
            Form::Plain(units) => is_in(units, text),
            Form::Tainted { .. } => false,
            Form::Special(special) => special.holds(text),
        }
    }

    /// Puts `to` in the place of `from`, or, `beside`, a number next to it. Answers whether it did.
    pub(in crate::gene) fn put(
        &mut self,
        from: &MetValue,
        to: &MetValue,
        beside: bool,
        rng: &mut Pcg64Mcg,
    ) -> bool {
        match (from, to) {
            (MetValue::Text(from), MetValue::Text(to)) => self.put_text(from, to, rng),
            (MetValue::Text(from), MetValue::Number(to)) => {
                let number = String::from_utf16_lossy(from).parse().unwrap_or(*to);
                self.put_text(from, &digits(moved(*to, number, beside, rng)), rng)
            }
            (MetValue::Number(from), MetValue::Number(to)) => {
                self.put_number(*from, moved(*to, *from, beside, rng), rng)
            }
            (MetValue::Number(from), MetValue::Text(to)) => {
                let digits = digits(*from);
                self.put_text(&digits, to, rng)
            }
            (MetValue::Text(from), MetValue::Pattern { source, whole }) => {
                pattern_text(source, *whole, from.len(), rng)
                    .is_some_and(|to| self.put_text(from, &to, rng))
            }
            (MetValue::Number(from), MetValue::Pattern { source, whole }) => {
                let digits = digits(*from);
                pattern_text(source, *whole, digits.len(), rng)
                    .is_some_and(|to| self.put_text(&digits, &to, rng))
            }
            (MetValue::Pattern { .. } | MetValue::Kind(_), _) | (_, MetValue::Kind(_)) => false,
        }
    }

    fn put_text(&mut self, from: &[u16], to: &[u16], rng: &mut Pcg64Mcg) -> bool {
        if may_be_laid_over(from, to)
            && let Form::Plain(units) = &mut self.form
            && units == from
            && rng.random_bool(LAID_OVER)
        {
            lay_over(units, to, rng);
            self.last = None;
            return true;
        }
        let all = rng.random_bool(ALL);
        let done = match &mut self.form {
            Form::Plain(units) => replace(units, from, to, all),
            Form::Tainted { .. } => false,
            Form::Special(special) => special.replace(from, to, all),
        };
        self.last = None;
        done
    }

    fn put_number(&mut self, from: f64, to: f64, rng: &mut Pcg64Mcg) -> bool {
        let units = self.units();
        let is_length = units.len() as f64 == from;
        let tainted = matches!(self.form, Form::Tainted { .. });
        if !tainted && time_of(&units).is_some_and(|time| time as f64 == from) {
            // The cast saturates, and then there is no such date.
            let Some(text) = text_of(to as i64, is_plain(&units)) else { return false };
            self.become_text(&text);
            return true;
        }
        if let Some(at) = at_edge_of_number(&units, from).filter(|_| !tainted) {
            let length = digits(from).len();
            let new = digits(to);
            if new.len() > length || !new.iter().all(is_digit) {
                return false;
            }
            let mut units = units;
            let padded = std::iter::repeat_n(48, length - new.len()).chain(new);
            let over: Vec<u16> = padded.collect();
            lay_over_at(&mut units, &over, at, rng);
            self.become_text(&units);
            return true;
        }
        if let Some(first) = number_in(&units, from, 0).filter(|_| !tainted)
            && (!is_length || rng.random_bool(0.5))
        {
            let mut units = units;
            let (old, new) = (digits(from), digits(to));
            let all = rng.random_bool(ALL);
            let mut at = Some(first);
            while let Some(here) = at {
                units.splice(here..here + old.len(), new.iter().copied());
                at = number_in(&units, from, here + new.len())
                    .filter(|_| all && units.len() < LONGEST);
            }
            self.become_text(&units);
            return true;
        }
        is_length && self.put_length(to, rng)
    }

    fn put_length(&mut self, length: f64, rng: &mut Pcg64Mcg) -> bool {
        if !(0.0..=LONGEST as f64).contains(&length) || length.fract() != 0.0 {
            return false;
        }
        // In 0..=LONGEST.
        let wanted = length as usize;
        if let Form::Tainted { number, length, .. } = &mut self.form
            && taint_text(*number, 0).len() <= wanted
        {
            *length = wanted;
            return true;
        }
        let mut units = match &self.form {
            Form::Tainted { .. } => Vec::new(),
            _ => self.units(),
        };
        units.truncate(wanted);
        if units.is_empty() {
            units = alphabet::sample_units(wanted, rng);
        }
        // A number stays one, and what ends in one mostly does.
        let as_last = rng.random_bool(AS_LAST);
        while units.len() < wanted {
            let like = if as_last { units.len() - 1 } else { rng.random_range(0..units.len()) };
            units.push(alphabet::alike_unit(units[like], rng));
        }
        self.become_text(&units);
        true
    }

    /// Becomes this text, plain.
    pub(in crate::gene) fn become_text(&mut self, units: &[u16]) {
        self.form = Form::Plain(units.to_vec());
        self.last = None;
    }

    /// The text with something added to the number or date that it is.
    pub(in crate::gene) fn shifted(&self, delta: f64) -> Option<Vec<u16>> {
        if matches!(self.form, Form::Tainted { .. }) {
            return None;
        }
        let units = self.units();
        if let Some(time) = time_of(&units) {
            // The cast saturates, and then there is no such date.
            return text_of(time.saturating_add(delta as i64), is_plain(&units));
        }
        let number: f64 = String::from_utf16(&units).ok()?.parse().ok()?;
        number.is_finite().then(|| digits(number + delta))
    }
}

impl SpecialText {
    fn holds(&self, text: &[u16]) -> bool {
        let inside = match self {
            Self::Framed { before, after, .. } => {
                [before, after].into_iter().flatten().any(|free| free.holds(text))
            }
            Self::Encoded { inner, .. } => inner.holds(text),
            // Its genes speak for themselves.
            Self::Json(_) => return false,
            _ => false,
        };
        inside || (self.taint_number().is_none() && is_in(&self.units(), text))
    }

    /// Puts `to` in the place of `from`: in a free part where it stands in one, so that the rest stays
    /// what it is.
    fn replace(&mut self, from: &[u16], to: &[u16], all: bool) -> bool {
        let inside = match self {
            Self::Framed { before, fixed, after } => {
                [before, after].into_iter().flatten().any(|free| free.replace(from, to, all))
                    || replace(fixed, from, to, all)
            }
            Self::Encoded { inner, .. } if inner.holds(from) => {
                return inner.replace(from, to, all);
            }
            Self::Json(_) => return false,
            _ => false,
        };
        if inside {
            return true;
        }
        let mut units = self.units();
        let found = replace(&mut units, from, to, all);
        if found {
            *self = Self::Fixed(units);
        }
        found
    }
}

impl Free {
    fn holds(&self, text: &[u16]) -> bool {
        match self {
            Self::Plain(units) => is_in(units, text),
            Self::Tainted(_) => false,
            Self::Special(special) => special.holds(text),
        }
    }

    fn replace(&mut self, from: &[u16], to: &[u16], all: bool) -> bool {
        match self {
            Self::Plain(units) => replace(units, from, to, all),
            Self::Tainted(_) => false,
            Self::Special(special) => special.replace(from, to, all),
        }
    }
}

fn moved(number: f64, from: f64, beside: bool, rng: &mut Pcg64Mcg) -> f64 {
    let is_whole = number.fract() == 0.0 && from.fract() == 0.0;
    if beside { next_to(number, from, is_whole, rng) } else { number }
}

fn digits(number: f64) -> Vec<u16> {
    js_double(number).encode_utf16().collect()
}

/// Whether a part stands in a text.
fn is_in(units: &[u16], part: &[u16]) -> bool {
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

/// Where the digits of a number of two or more stand from there on, with no digit beside them.
fn number_in(units: &[u16], number: f64, from: usize) -> Option<usize> {
    let digits = digits(number);
    let is_digit = |at: Option<&u16>| at.is_some_and(is_digit);
    let at =
        find(units, &digits, from).filter(|_| digits.len() > 1 || units.len() == digits.len())?;
    let before = at.checked_sub(1).and_then(|before| units.get(before));
    (!is_digit(before) && !is_digit(units.get(at + digits.len()))).then_some(at)
}

/// Where the digits of a number stand that are the first or the last of a longer one, such as has a prefix and a check
/// digit: a text of digits, maybe with separators.
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
fn replace(units: &mut Vec<u16>, from: &[u16], to: &[u16], all: bool) -> bool {
    let Some(mut at) = find(units, from, 0) else { return false };
    loop {
        units.splice(at..at + from.len(), to.iter().copied());
        match find(units, from, at + to.len() + 1) {
            Some(next) if all && units.len() < LONGEST => at = next,
            _ => return true,
        }
    }
}

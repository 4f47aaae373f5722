//! Parts of a text that the SUT compared with something else.

use rand::RngExt;
use rand_pcg::Pcg64Mcg;

use super::alphabet::{self, is_digit};
use super::date_text::{is_plain, text_of, time_of};
use super::mutation::GROWN_LENGTH;
use super::parts::{
    LONGEST, at_edge_of_number, digits, is_in, lay_over, lay_over_at, may_be_laid_over, number_in,
    replace,
};
use super::{Form, TextGene};
use crate::MetValue;
use crate::gene::free_text::MetText;
use crate::gene::next_to::next_to;
use crate::gene::pattern::pattern_text;
use crate::taint_text::taint_text;

/// How often a shorter text is laid over a text rather than put in its place.
const LAID_OVER: f64 = 0.7;

/// Share of texts made longer that get units like their last one.
const AS_LAST: f64 = 0.5;
/// Share of cases in which all equal parts of a text are replaced rather than the first.
const ALL: f64 = 0.75;

impl MetText for TextGene {
    fn holds(&self, value: &MetValue) -> bool {
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

    fn put(&mut self, from: &MetValue, to: &MetValue, beside: bool, rng: &mut Pcg64Mcg) -> bool {
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

    fn shifted(&self, delta: f64) -> Option<Vec<u16>> {
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

    fn become_text(&mut self, units: &[u16]) {
        self.form = Form::Plain(units.to_vec());
        self.last = None;
    }

    fn combine(&mut self, other: &[u16], rng: &mut Pcg64Mcg) -> bool {
        let mut units = self.units();
        let most = self.max.min(GROWN_LENGTH.max(self.min));
        if self.numeric || other.is_empty() || units.len() + other.len() > most {
            return false;
        }
        let at = match rng.random_range(0..4) {
            0 => 0,
            1 => rng.random_range(0..=units.len()),
            _ => units.len(),
        };
        let mut piece = other.to_vec();
        if rng.random_bool(0.4) {
            piece.reverse();
        }
        units.splice(at..at, piece);
        self.form = Form::Plain(units);
        true
    }
}

impl TextGene {
    fn holds_text(&self, text: &[u16]) -> bool {
        match &self.form {
            Form::Plain(units) => is_in(units, text),
            Form::Tainted { .. } => false,
            Form::Special(special) => special.holds(text),
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
}

fn moved(number: f64, from: f64, beside: bool, rng: &mut Pcg64Mcg) -> f64 {
    let is_whole = number.fract() == 0.0 && from.fract() == 0.0;
    if beside { next_to(number, from, is_whole, rng) } else { number }
}

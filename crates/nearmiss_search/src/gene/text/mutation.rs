//! How a text changes: what was told of it, taint, what is special about it, edits.

use rand::RngExt;

use super::edit::{continue_step, edit_units};
use super::special::SpecialText;
use super::{Form, TextGene};
use crate::gene::MutationContext;
use crate::gene::free_text::TaintedText;

/// Probability that a mutation takes an alternative that was not tried yet.
const UNTRIED: f64 = 0.8;
/// Probability that a mutation takes any known alternative.
const RETRIED: f64 = 0.15;
/// Probability that a specialised text is mutated within its specialisation.
const WITHIN_SPECIAL: f64 = 0.8;
/// Tainting a specialised text forgets what it is: this share of the usual probability.
const TAINT_OF_SPECIAL: f64 = 0.2;
/// A text that is fixed in part has other parts, of which one is tainted: this share of the usual probability.
const SEGMENT_OF_FRAMED: f64 = 0.6;
/// Probability that only a part of a text is tainted, if there are separators in it.
const SEGMENT: f64 = 0.5;
/// Probability that a tainted text gets the length of the text that it was, if that is longer.
const KEEP_LENGTH: f64 = 0.5;
/// Longest text of which a taint keeps the length.
const LONGEST_TAINT: usize = 120;
/// Probability that a mutation takes a constant the SUT compared some other input with.
const POOL: f64 = 0.05;
/// Probability that a mutation empties the text: an empty path segment is another route.
const EMPTY: f64 = 0.02;
/// Probability that an edit goes on with the last one.
const CONTINUE: f64 = 0.5;
/// Probability that a mutation samples anew.
const RESTART: f64 = 0.03;
/// Longest text that mutations grow to where the schema allows more.
pub(super) const GROWN_LENGTH: usize = 400;

impl TextGene {
    pub(super) fn mutate_form(&mut self, context: &mut MutationContext<'_>) {
        if context.taint.is_some() && !self.known.is_empty() {
            if context.chance(UNTRIED) && self.take_known(true, context.rng) {
                return;
            }
            if context.chance(RETRIED) && self.take_known(false, context.rng) {
                return;
            }
        }
        let (share, in_parts) = match &self.form {
            Form::Special(special) if special.is_framed() => (SEGMENT_OF_FRAMED, 1.0),
            Form::Special(_) => (TAINT_OF_SPECIAL, SEGMENT),
            _ => (1.0, SEGMENT),
        };
        if context.chance(share)
            && self.taint_number().is_none()
            && let Some(number) = context.draw_taint()
        {
            let units = self.units();
            let length = units.len();
            if !self.numeric
                && context.chance(in_parts)
                && let Some(special) = SpecialText::with_segment(&units, number, context.rng)
            {
                self.form = Form::Special(Box::new(special));
                return;
            }
            if context.taints_whole() && self.taint(number) {
                // What lies behind a check of the length is seen by text of that length only.
                if length <= LONGEST_TAINT
                    && context.chance(KEEP_LENGTH)
                    && let Form::Tainted { length: own, .. } = &mut self.form
                {
                    *own = length;
                }
                return;
            }
        }
        if let Form::Special(special) = &mut self.form
            && context.rng.random_bool(WITHIN_SPECIAL)
            && special.mutate(context)
        {
            return;
        }
        if context.chance(RESTART) || matches!(self.form, Form::Tainted { .. }) {
            self.form = Form::Plain(self.sample(context.rng));
            return;
        }
        if self.min == 0 && context.chance(EMPTY) {
            self.form = Form::Plain(Vec::new());
            return;
        }
        if !context.constants.is_empty() && context.chance(POOL) {
            let index = context.rng.random_range(0..context.constants.len());
            let constant = &context.constants[index];
            if (self.min..=self.max).contains(&constant.len()) {
                self.form = Form::Plain(constant.clone());
                return;
            }
        }
        let mut units = self.units();
        // A constant longer than the schema allows came from the code; its neighbours may, too.
        let most = self.max.min(GROWN_LENGTH.max(self.min)).max(units.len());
        let least = self.min.min(units.len());
        self.last = match self.last.take() {
            Some(last) if !units.is_empty() && context.chance(CONTINUE) => {
                Some(continue_step(&mut units, last, context.rng))
            }
            _ => edit_units(&mut units, least, most, context.rng),
        };
        self.form = Form::Plain(units);
    }
}

//! What a number gene sends in the place of its own number: a tainted one, which the runtime knows again, or one
//! that the SUT compared it with.

use super::free_text::{TaintedText, ToldText};
use super::text::TextGene;
use super::{FreeText, Make, MutationContext};
use crate::taint_text::NUMBER_TAINT;

/// Probability that a mutation tries what is known and was not tried yet.
const UNTRIED: f64 = 0.5;
/// Tainting a number: this share of the usual probability, since what is refused tells nothing.
const TAINT: f64 = 0.1;

/// See the module.
#[derive(Clone, Debug)]
pub(super) struct ToldNumber(Box<TextGene>);

impl ToldNumber {
    /// For a number within these bounds; `None` where no tainted one fits.
    pub(super) fn within(low: f64, high: f64, make: Make) -> Option<Self> {
        let most = f64::from(NUMBER_TAINT) + f64::from(u16::MAX);
        let fits = low <= f64::from(NUMBER_TAINT) && most <= high;
        fits.then(|| Self(Box::new(TextGene::of_number(make))))
    }

    /// What is sent, if it is not the gene's own number.
    pub(super) fn number(&self) -> Option<f64> {
        self.0.number()
    }

    /// The gene's own number is sent again.
    pub(super) fn forget(&mut self) {
        self.0.forget();
    }

    /// A mutation that tries what was told, or taints. Answers whether it did.
    pub(super) fn mutate(&mut self, context: &mut MutationContext<'_>) -> bool {
        if self.0.has_untried() && context.chance(UNTRIED) && self.0.take_untried(context.rng) {
            return true;
        }
        let plain = self.0.number().is_none();
        plain
            && context.taint.is_some()
            && context.chance(TAINT)
            && context.draw_taint().is_some_and(|number| self.0.taint(number))
    }

    /// The text that stands for it.
    pub(super) fn text(&self) -> &dyn FreeText {
        &*self.0
    }

    /// The text that stands for it.
    pub(super) fn text_mut(&mut self) -> &mut dyn FreeText {
        &mut *self.0
    }
}

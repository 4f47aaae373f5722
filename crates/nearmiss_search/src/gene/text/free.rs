//! Free parts of specialised text, which may be tainted and specialised in turn.

use rand::RngExt;
use rand_pcg::Pcg64Mcg;

use super::alphabet::sample_text;
use super::edit::edit_units;
use super::parts::{is_in, replace};
use super::special::{SAMPLED, SpecialText, TAINTED};
use crate::gene::{Gene, MutationContext};
use crate::taint_text::taint_text;

/// Longest free part beside a fixed one.
pub(super) const FREE_LENGTH: usize = 64;
/// Probability that a mutated free part is sampled anew.
const CLEAR: f64 = 0.1;

/// A free part beside a fixed one. Code that splits text looks at the parts one by one (the suffix
/// behind the last dot, what follows a scheme), so a part may be tainted and specialised in turn.
#[derive(Clone, Debug)]
pub(super) enum Free {
    Plain(Vec<u16>),
    Tainted(u32),
    Special(Box<SpecialText>),
}

impl Free {
    /// Short text, or the taint.
    pub(super) fn new(taint: Option<u32>, rng: &mut Pcg64Mcg) -> Self {
        taint.map_or_else(|| Self::Plain(free_text(rng)), Self::Tainted)
    }

    pub(super) fn units(&self) -> Vec<u16> {
        match self {
            Self::Plain(units) => units.clone(),
            Self::Tainted(number) => taint_text(*number, 0),
            Self::Special(special) => special.units(),
        }
    }

    /// Adds what stands here to the context of a taint.
    pub(super) fn add_context(&self, context: &mut Vec<u16>) {
        match self {
            Self::Plain(_) => context.push(SAMPLED),
            Self::Tainted(_) => context.push(TAINTED),
            Self::Special(special) => special.add_context(context),
        }
    }

    pub(super) fn taint_mut(&mut self) -> Option<&mut Self> {
        match self {
            Self::Plain(_) => None,
            Self::Tainted(_) => Some(self),
            Self::Special(special) => special.taint_mut(),
        }
    }

    pub(super) fn taint_number(&self) -> Option<u32> {
        match self {
            Self::Plain(_) => None,
            Self::Tainted(number) => Some(*number),
            Self::Special(special) => special.taint_number(),
        }
    }

    pub(super) fn inner(&self) -> Option<&Gene> {
        match self {
            Self::Special(special) => special.inner(),
            _ => None,
        }
    }

    pub(super) fn inner_mut(&mut self) -> Option<&mut Gene> {
        match self {
            Self::Special(special) => special.inner_mut(),
            _ => None,
        }
    }

    pub(super) fn holds_json(&self, text: &[u16]) -> bool {
        matches!(self, Self::Special(special) if special.holds_json(text))
    }

    pub(super) fn mutate(&mut self, context: &mut MutationContext<'_>) -> bool {
        let kept = match self {
            Self::Special(special) => special.mutate(context),
            Self::Plain(units) if !context.chance(CLEAR) => {
                edit_units(units, 0, FREE_LENGTH, context.rng);
                true
            }
            _ => false,
        };
        if !kept {
            *self = Self::Plain(free_text(context.rng));
        }
        true
    }

    /// Tells whether a text stands in it.
    pub(super) fn holds(&self, text: &[u16]) -> bool {
        match self {
            Self::Plain(units) => is_in(units, text),
            Self::Tainted(_) => false,
            Self::Special(special) => special.holds(text),
        }
    }

    /// Puts `to` in the place of `from`, where that stands.
    pub(super) fn replace(&mut self, from: &[u16], to: &[u16], all: bool) -> bool {
        match self {
            Self::Plain(units) => replace(units, from, to, all),
            Self::Tainted(_) => false,
            Self::Special(special) => special.replace(from, to, all),
        }
    }
}

pub(super) fn free_text(rng: &mut Pcg64Mcg) -> Vec<u16> {
    if rng.random_bool(0.15) { Vec::new() } else { sample_text(0, 8, rng) }
}

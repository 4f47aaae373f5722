//! Free text, which may be tainted and may be specialised by what the runtime reported.
//!
//! Without taint it is a string of UTF-16 units that keeps its length bounds. Tainted, it is
//! `_EM_<n>_XYZ_`. What the SUT compared the tainted value with becomes *known* to the gene: several
//! facts are alternatives, and a mutation takes the ones it has not tried first. A known constant
//! is white-box knowledge and wins over the length bounds of the schema.

pub(super) mod alphabet;
mod codec;
mod correspondence;
pub(super) mod date_text;
mod edit;
mod free;
mod known;
mod mutation;
mod parts;
mod sampling;
mod special;
mod tainted;
mod tainted_date;
mod told_fact;
mod url_text;

use rand_pcg::Pcg64Mcg;

pub(crate) use alphabet::random_unit;
pub(crate) use edit::edit_units;
pub(crate) use parts::{at_edge_of_number, may_be_checked, may_be_laid_over};

use edit::UnitStep;
use special::SpecialText;
use told_fact::ToldFact;

use super::node::{GeneNode, Mutated};
use super::{FreeText, Gene, Make, MutationContext};
use crate::GeneValue;
use crate::taint_text::{taint_number_text, taint_text};

/// Longest text at all; a schema that asks for more is not obeyed.
const LENGTH_LIMIT: usize = 1 << 20;

/// Free text.
#[derive(Clone, Debug)]
pub(crate) struct TextGene {
    min: usize,
    max: usize,
    form: Form,
    /// Sampled since the search last looked, so that it may be tainted as sampled text.
    fresh: bool,
    known: Vec<ToldFact>,
    /// The last change of a plain text, if it can be gone on with.
    last: Option<UnitStep>,
    /// It stands for a number: tainted, it is a tainted number; plain, nobody asks for it.
    numeric: bool,
    /// It stands for a JSON value of any type.
    open: bool,
    make: Make,
}

#[derive(Clone, Debug)]
enum Form {
    Plain(Vec<u16>),
    /// `length`: units that it is padded to, where it has the length of a text that came before it.
    Tainted {
        number: u32,
        shared: bool,
        length: usize,
    },
    Special(Box<SpecialText>),
}

impl TextGene {
    /// Sampled text of `min..=max` units.
    pub(crate) fn new(min: usize, max: usize, make: Make, rng: &mut Pcg64Mcg) -> Self {
        let min = min.min(LENGTH_LIMIT);
        let max = max.clamp(min, LENGTH_LIMIT);
        let mut gene = Self {
            min,
            max,
            form: Form::Plain(Vec::new()),
            fresh: true,
            known: Vec::new(),
            last: None,
            numeric: false,
            open: false,
            make,
        };
        gene.randomize(rng);
        gene
    }

    /// Text of up to `max` units in the place of a JSON value that nobody describes.
    pub(super) fn open(max: usize, make: Make, rng: &mut Pcg64Mcg) -> Self {
        Self { open: true, ..Self::new(0, max, make, rng) }
    }

    /// What stands for a number that may be tainted: plain at first.
    pub(super) fn of_number(make: Make) -> Self {
        Self {
            min: 0,
            max: 0,
            form: Form::Plain(Vec::new()),
            fresh: true,
            known: Vec::new(),
            last: None,
            numeric: true,
            open: false,
            make,
        }
    }

    /// Of what stands for a number: that number, unless it is plain.
    pub(super) fn number(&self) -> Option<f64> {
        match &self.form {
            Form::Plain(_) => None,
            _ => String::from_utf16_lossy(&self.units()).parse().ok(),
        }
    }

    /// Becomes plain; what is known stays known.
    pub(super) fn forget(&mut self) {
        self.form = Form::Plain(Vec::new());
    }

    /// Takes something known that was not tried yet. Answers whether there was something.
    pub(super) fn take_untried(&mut self, rng: &mut Pcg64Mcg) -> bool {
        self.take_known(true, rng)
    }

    fn sample(&self, rng: &mut Pcg64Mcg) -> Vec<u16> {
        alphabet::sample_text(self.min, self.max, rng)
    }

    /// The value in UTF-16 units.
    pub(crate) fn units(&self) -> Vec<u16> {
        match &self.form {
            Form::Plain(units) => units.clone(),
            Form::Tainted { number, .. } if self.numeric => {
                taint_number_text(*number).unwrap_or_default()
            }
            Form::Tainted { number, length, .. } => taint_text(*number, self.min.max(*length)),
            Form::Special(special) => special.units(),
        }
    }

    /// The value that it prints, if it is specialised to one of another type (a number).
    pub(crate) fn printed(&self) -> Option<GeneValue> {
        match &self.form {
            Form::Special(special) => special.printed(),
            _ => None,
        }
    }
}

impl GeneNode for TextGene {
    fn boxed_clone(&self) -> Box<dyn GeneNode> {
        Box::new(self.clone())
    }

    fn randomize(&mut self, rng: &mut Pcg64Mcg) {
        self.form = Form::Plain(self.sample(rng));
        self.fresh = true;
    }

    fn mutate(&mut self, context: &mut MutationContext<'_>) -> Mutated {
        let before = self.units();
        for _ in 0..4 {
            self.mutate_form(context);
            if self.units() != before {
                return Mutated::Yes;
            }
        }
        Mutated::No
    }

    fn value(&self) -> GeneValue {
        GeneValue::Text(self.units())
    }

    fn set_value(&mut self, value: &GeneValue) -> bool {
        let GeneValue::Text(units) = value else { return false };
        if !(self.min..=self.max).contains(&units.len()) {
            return false;
        }
        self.form = Form::Plain(units.clone());
        true
    }

    fn weight(&self) -> f64 {
        1.0 + self.children().into_iter().map(Gene::weight).sum::<f64>()
    }

    fn field_mut(&mut self, name: &str, rng: &mut Pcg64Mcg) -> Option<&mut Gene> {
        if self.open && self.children().is_empty() {
            let spec = sampling::spec_of_property(name);
            self.form = Form::Special(Box::new(SpecialText::Value((self.make)(&spec, rng))));
        }
        self.children_mut().pop()?.node.field_mut(name, rng)
    }

    fn children(&self) -> Vec<&Gene> {
        match &self.form {
            Form::Special(special) => special.inner().into_iter().collect(),
            _ => Vec::new(),
        }
    }

    fn children_mut(&mut self) -> Vec<&mut Gene> {
        match &mut self.form {
            Form::Special(special) => special.inner_mut().into_iter().collect(),
            _ => Vec::new(),
        }
    }

    fn as_text(&self) -> Option<&dyn FreeText> {
        Some(self)
    }

    fn as_text_mut(&mut self) -> Option<&mut dyn FreeText> {
        Some(self)
    }
}

#[cfg(test)]
mod tests;

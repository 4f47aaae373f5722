//! Free text, which may be tainted and may be specialised by what the runtime reported.
//!
//! Without taint it is a string of UTF-16 units that keeps its length bounds. Tainted, it is
//! `_EM_<n>_XYZ_`. What the SUT compared the tainted value with becomes *known* to the gene: several
//! facts are alternatives, and a mutation takes the ones it has not tried first. A known constant
//! is white-box knowledge and wins over the length bounds of the schema.

mod alphabet;
mod check_digits;
mod codec;
mod correspondence;
mod date_text;
mod edit;
mod free;
mod known;
mod mutation;
mod special;
mod tainted_date;
mod url_text;

use rand::RngExt;
use rand_pcg::Pcg64Mcg;

pub(crate) use alphabet::random_unit;
pub(crate) use correspondence::{at_edge_of_number, may_be_checked, may_be_laid_over};
pub(crate) use edit::edit_units;

use alphabet::is_digit;
use edit::UnitStep;
use known::Known;
use special::SpecialText;

use super::node::{GeneNode, Mutated};
use super::{Gene, MutationContext};
use crate::taint::{taint_number_text, taint_text};
use crate::{GeneSpec, GeneValue};

/// Longest text that is sampled where the schema allows more.
const SAMPLED_LENGTH: usize = 16;
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
    known: Vec<Known>,
    /// The last change of a plain text, if it can be gone on with.
    last: Option<UnitStep>,
    /// It stands for a number: tainted, it is a tainted number; plain, nobody asks for it.
    numeric: bool,
    /// It stands for a JSON value of any type.
    open: bool,
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

/// Builds the gene of [`GeneSpec::Text`].
pub(super) fn build(spec: &GeneSpec, rng: &mut Pcg64Mcg) -> Option<Box<dyn GeneNode>> {
    let GeneSpec::Text { min_len, max_len } = *spec else { return None };
    Some(Box::new(TextGene::new(min_len, max_len, rng)))
}

impl TextGene {
    /// Sampled text of `min..=max` units.
    pub(crate) fn new(min: usize, max: usize, rng: &mut Pcg64Mcg) -> Self {
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
        };
        gene.randomize(rng);
        gene
    }

    /// Text of up to `max` units in the place of a JSON value that nobody describes.
    pub(super) fn open(max: usize, rng: &mut Pcg64Mcg) -> Self {
        Self { open: true, ..Self::new(0, max, rng) }
    }

    /// What stands for a number that may be tainted: plain at first.
    pub(super) fn of_number() -> Self {
        Self {
            min: 0,
            max: 0,
            form: Form::Plain(Vec::new()),
            fresh: true,
            known: Vec::new(),
            last: None,
            numeric: true,
            open: false,
        }
    }

    /// Whether it stands for a number.
    pub(crate) fn is_numeric(&self) -> bool {
        self.numeric
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
        let most = self.max.min(self.min.max(SAMPLED_LENGTH));
        let length = if rng.random_bool(0.5) {
            rng.random_range(self.min..=most.min(self.min.max(4)))
        } else {
            rng.random_range(self.min..=most)
        };
        alphabet::sample_units(length, rng)
    }

    /// The number of the taint that it is or that a part of it is.
    pub(crate) fn taint_number(&self) -> Option<u32> {
        match &self.form {
            Form::Plain(_) => None,
            Form::Tainted { number, .. } => Some(*number),
            Form::Special(special) => special.taint_number(),
        }
    }

    /// Gives its taint another number.
    pub(crate) fn renumber(&mut self, number: u32) {
        match &mut self.form {
            Form::Plain(_) => {}
            Form::Tainted { number: own, shared, .. } => {
                *own = number;
                *shared = false;
            }
            Form::Special(special) => special.renumber(number),
        }
    }

    /// Whether it holds the taint of another gene on purpose.
    pub(crate) fn shares_taint(&self) -> bool {
        matches!(self.form, Form::Tainted { shared: true, .. })
    }

    /// Plain text that reads like a taint is one again; `shared`: another text before it has its number.
    /// Answers the number.
    pub(crate) fn retaint(&mut self, shared: impl FnOnce(u32) -> bool) -> Option<u32> {
        let Form::Plain(units) = &self.form else { return None };
        let text = String::from_utf16(units).ok()?;
        let digits = text.strip_prefix("_EM_")?.strip_suffix("_XYZ_")?;
        let number = digits.parse().ok()?;
        let length = units.len();
        if self.numeric || taint_text(number, self.min.max(length)) != *units {
            return None;
        }
        self.form = Form::Tainted { number, shared: shared(number), length };
        Some(number)
    }

    /// Becomes tainted, if its length bounds allow that. Answers whether it is.
    pub(crate) fn taint(&mut self, number: u32) -> bool {
        if self.numeric {
            let fits = taint_number_text(number).is_some();
            if fits {
                self.form = Form::Tainted { number, shared: false, length: 0 };
            }
            return fits;
        }
        let length = taint_text(number, self.min).len();
        let fits = length <= self.max && self.min <= SAMPLED_LENGTH.max(40);
        if fits {
            self.form = Form::Tainted { number, shared: false, length: 0 };
        }
        fits
    }

    /// Taints what is free: plain text, or a free part beside a fixed one. Answers whether it did.
    pub(crate) fn taint_free(&mut self, number: u32, rng: &mut Pcg64Mcg) -> bool {
        match &mut self.form {
            // A number that is not wanted is refused before anything is seen of the other inputs.
            _ if self.numeric => false,
            Form::Plain(_) => self.taint(number),
            Form::Tainted { .. } => false,
            Form::Special(special) => special.taint_part(number, rng),
        }
    }

    /// Whether it was sampled since this was last asked.
    pub(crate) fn take_fresh(&mut self) -> bool {
        std::mem::replace(&mut self.fresh, false)
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

    /// Gives the JSON text in it that is `text` the field that a path leads to. Answers whether it did.
    pub(crate) fn grow_json(&mut self, text: &[u16], path: &[String], rng: &mut Pcg64Mcg) -> bool {
        match &mut self.form {
            Form::Special(special) => {
                special.json_mut(text).is_some_and(|gene| gene.grow(path, rng))
            }
            _ => false,
        }
    }

    /// Whether a JSON text in it is `text`.
    pub(crate) fn holds_json(&self, text: &[u16]) -> bool {
        matches!(&self.form, Form::Special(special) if special.holds_json(text))
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
            let spec = special::spec_of_property(name);
            self.form = Form::Special(Box::new(SpecialText::Value(Gene::new(&spec, rng))));
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

    fn as_text(&self) -> Option<&TextGene> {
        Some(self)
    }

    fn as_text_mut(&mut self) -> Option<&mut TextGene> {
        Some(self)
    }
}

#[cfg(test)]
mod tests;

//! Free text, which may be tainted and may be specialised by what the runtime reported.
//!
//! Without taint it is a string of UTF-16 units that keeps its length bounds. Tainted, it is
//! `_EM_<n>_XYZ_`. What the SUT compared the tainted value with becomes *known* to the gene: several
//! facts are alternatives, and a mutation takes the ones it has not tried first. A known constant
//! is white-box knowledge and wins over the length bounds of the schema.

mod alphabet;
mod codec;
mod correspondence;
mod date_text;
mod edit;
mod special;
mod tainted_date;
mod url_text;

use rand::RngExt;
use rand_pcg::Pcg64Mcg;

pub(crate) use alphabet::random_unit;
pub(crate) use edit::edit_units;

use edit::{UnitStep, continue_step};
use special::SpecialText;

use super::context::weighted_index;
use super::node::{GeneNode, Mutated};
use super::{Gene, MutationContext};
use crate::taint::{taint_number_text, taint_text};
use crate::{GeneSpec, GeneValue, Specialisation};

/// Longest text that is sampled where the schema allows more.
const SAMPLED_LENGTH: usize = 16;
/// Longest text that mutations grow to where the schema allows more.
const GROWN_LENGTH: usize = 400;
/// Longest text at all; a schema that asks for more is not obeyed.
const LENGTH_LIMIT: usize = 1 << 20;
/// Facts that one gene remembers, as many as the runtime reports (design section 3, Taint).
const KNOWN_LIMIT: usize = 16;
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

/// A fact about this input and how often it was tried.
#[derive(Clone, Debug)]
struct Known {
    specialisation: Specialisation,
    /// The text in which a part was tainted, if the fact is about a part.
    frame: Option<Box<SpecialText>>,
    tried: u32,
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

    /// Whether some known alternative was not tried.
    pub(crate) fn has_untried(&self) -> bool {
        self.known.iter().any(|known| known.tried == 0)
    }

    /// The text in which a part is tainted.
    fn frame(&self) -> Option<&SpecialText> {
        match &self.form {
            Form::Special(special) if special.taint_number().is_some() => Some(special),
            _ => None,
        }
    }

    fn find_known(&self, specialisation: &Specialisation) -> Option<usize> {
        let framed = self.frame().is_some();
        self.known.iter().position(|known| {
            known.frame.is_some() == framed && known.specialisation == *specialisation
        })
    }

    /// Notes what this input (or its tainted part) should have been. Answers whether that is news.
    pub(crate) fn learn(&mut self, specialisation: &Specialisation) -> bool {
        let useless = match specialisation {
            Specialisation::Kind(_) | Specialisation::Property(_) => !self.open,
            Specialisation::Number(Some(_)) => false,
            _ => self.numeric,
        };
        if useless || self.find_known(specialisation).is_some() {
            return false;
        }
        if self.known.len() >= KNOWN_LIMIT {
            let most_tried = (0..self.known.len()).max_by_key(|i| self.known[*i].tried);
            if let Some(index) = most_tried {
                self.known.remove(index);
            }
        }
        let frame = self.frame().cloned().map(Box::new);
        self.known.push(Known { specialisation: specialisation.clone(), frame, tried: 0 });
        true
    }

    /// Takes on a specialisation of what is tainted, which counts as tried.
    pub(crate) fn specialise(&mut self, specialisation: &Specialisation, rng: &mut Pcg64Mcg) {
        self.learn(specialisation);
        let taint = self.taint_number();
        if let Some(index) = self.find_known(specialisation) {
            self.take(index, taint, rng);
        }
    }

    /// Takes on a specialisation that another text of this input was told; free parts are tainted. Answers whether it may.
    pub(crate) fn recall(
        &mut self,
        specialisation: &Specialisation,
        number: u32,
        rng: &mut Pcg64Mcg,
    ) -> bool {
        if self.frame().is_some() {
            return false;
        }
        self.learn(specialisation);
        let Some(index) = self.find_known(specialisation) else { return false };
        self.take(index, Some(number), rng);
        true
    }

    /// Whether it is a part of it that is tainted.
    pub(crate) fn is_framed(&self) -> bool {
        self.frame().is_some()
    }

    /// Takes on what is known under this index; free parts may take on `taint`.
    fn take(&mut self, index: usize, taint: Option<u32>, rng: &mut Pcg64Mcg) {
        let Known { specialisation, frame, tried } = &mut self.known[index];
        *tried = tried.saturating_add(1);
        self.form = match (frame, specialisation) {
            (Some(frame), specialisation) => {
                let mut whole = frame.clone();
                whole.specialise_part(specialisation, taint, rng);
                Form::Special(whole)
            }
            (None, Specialisation::EqualTo(number)) => {
                Form::Tainted { number: *number, shared: true, length: 0 }
            }
            (None, other) => Form::Special(Box::new(SpecialText::new(other, taint, rng))),
        };
    }

    /// Takes a known alternative: an untried one (`untried_only`) or any, weighted to those tried
    /// least.
    fn take_known(&mut self, untried_only: bool, rng: &mut Pcg64Mcg) -> bool {
        let weights: Vec<f64> = self
            .known
            .iter()
            .map(|known| match known.tried {
                0 => 1.0,
                _ if untried_only => 0.0,
                tried => 1.0 / (1.0 + f64::from(tried)),
            })
            .collect();
        let Some(index) = weighted_index(&weights, rng) else { return false };
        let taint = match self.form {
            Form::Tainted { number, shared: false, .. } => Some(number),
            _ => None,
        };
        self.take(index, taint, rng);
        true
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

    /// Puts another text into this one somewhere, as it is or reversed, if it fits.
    pub(crate) fn combine(&mut self, other: &[u16], rng: &mut Pcg64Mcg) -> bool {
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

    fn mutate_form(&mut self, context: &mut MutationContext<'_>) {
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

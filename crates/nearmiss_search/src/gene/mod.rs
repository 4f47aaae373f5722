//! Genes: values that can be sampled and mutated without leaving their constraints.
//!
//! A format of text is one folder in `formats` and one line in its list. Any other gene is a folder here, a kind of
//! [`GeneSpec`] and the arm of `build.rs` that makes the one of the other; the compiler asks for it, and wherever
//! else something is to be said of the kind. The rest of the search sees only [`Gene`], everything else only
//! [`GeneValue`].

mod any;
mod array;
mod boolean;
mod build;
mod check_digits;
mod choice;
mod context;
#[cfg(test)]
mod contract;
mod correspondence;
mod double;
mod enumeration;
mod format;
mod formats;
mod free_text;
mod integer;
mod kind;
mod leaves;
mod map;
mod next_to;
mod node;
mod nullable;
mod object;
mod open;
mod optional;
mod pattern;
mod restore;
mod suggested;
pub(crate) mod text;
mod told_number;
mod violation;

use rand_pcg::Pcg64Mcg;

pub(crate) use context::weighted_index;
pub use context::{MutationContext, TaintUse};
pub(crate) use correspondence::Known;
pub use formats::{text_format, text_formats};
pub(crate) use free_text::FreeText;
pub use node::Mutated;
pub use pattern::pattern_problem;

use node::GeneNode;

use crate::{GeneSpec, GeneValue};

/// Makes the gene of a spec, with a sampled value: given to those genes that make others inside of them.
pub(crate) type Make = fn(&GeneSpec, &mut Pcg64Mcg) -> Gene;

/// Share of mutations of an overridden gene that end that.
const END: f64 = 0.7;

/// What a gene sends in place of its own value, outside its constraints on purpose.
#[derive(Clone, Debug)]
pub(crate) enum Override {
    /// A value that violates the spec, to see whether the SUT is robust.
    Violation(GeneValue),
    /// Free text, tainted at first, since the schema may be wrong.
    Text(Gene),
}

/// A value that can be sampled and mutated.
#[derive(Debug)]
pub struct Gene {
    node: Box<dyn GeneNode>,
    /// Set only by [`Gene::violate`] and [`Gene::override_with_taint`], never by sampling or
    /// mutating as such.
    overridden: Option<Box<Override>>,
    /// Made since the search last looked.
    fresh: bool,
    /// Made as a validator of the SUT wants it.
    shaped: bool,
}

impl Clone for Gene {
    fn clone(&self) -> Self {
        Self {
            node: self.node.boxed_clone(),
            overridden: self.overridden.clone(),
            fresh: self.fresh,
            shaped: self.shaped,
        }
    }
}

impl Gene {
    /// Samples the value anew; a deliberate violation ends.
    pub fn randomize(&mut self, rng: &mut Pcg64Mcg) {
        self.overridden = None;
        self.node.randomize(rng);
    }

    /// Changes the value a little. Answers [`Mutated::Yes`] exactly if [`Gene::value`] changed.
    pub fn mutate(&mut self, context: &mut MutationContext<'_>) -> Mutated {
        if self.overridden.is_some() {
            return self.mutate_overridden(context);
        }
        self.node.mutate(context)
    }

    fn mutate_overridden(&mut self, context: &mut MutationContext<'_>) -> Mutated {
        let before = self.value();
        let ends = context.chance(END);
        if let Some(Override::Text(gene)) = self.overridden.as_deref_mut() {
            // Facts about the text are worth trying before it is given up.
            if !ends || gene.node.as_text().is_some_and(|text| text.has_untried()) {
                return gene.node.mutate(context);
            }
        }
        self.overridden = None;
        if self.value() == before {
            self.node.mutate(context);
        }
        Mutated::if_changed(self.value() != before)
    }

    /// The value in neutral form.
    #[must_use]
    pub fn value(&self) -> GeneValue {
        match self.overridden.as_deref() {
            None => self.node.value(),
            Some(Override::Violation(value)) => value.clone(),
            Some(Override::Text(text)) => text.value(),
        }
    }

    /// Takes over a value if it satisfies the constraints. Answers whether it did; if not, nothing
    /// changes.
    pub fn set_value(&mut self, value: &GeneValue) -> bool {
        let taken = self.node.set_value(value);
        if taken {
            self.overridden = None;
        }
        taken
    }

    /// Sends exactly this value from now on, whether or not it satisfies the constraints; a mutation may
    /// end that.
    pub fn send(&mut self, value: GeneValue) {
        self.overridden = Some(Box::new(Override::Violation(value)));
    }

    /// Puts a value where nothing or null stands, so that all of the input is seen by the SUT.
    pub fn complete(&mut self) {
        self.node.complete();
    }

    /// Leaves out what may be left out.
    pub fn reduce(&mut self) {
        if self.overridden.is_none() && !self.set_value(&GeneValue::Absent) {
            self.node.children_mut().into_iter().for_each(Self::reduce);
        }
    }

    /// Takes the suggested value (default, example) of this number wherever values are suggested.
    /// Answers whether any place suggests so many.
    pub fn suggest(&mut self, number: usize) -> bool {
        self.overridden.is_none() && self.node.suggest(number)
    }

    /// Puts another text into this one, if this is free text with room for it.
    pub(crate) fn combine_text(&mut self, other: &[u16], rng: &mut Pcg64Mcg) -> bool {
        self.overridden.is_none()
            && self.node.as_text_mut().is_some_and(|text| text.combine(other, rng))
    }

    /// Tells whether it was made since this was last asked.
    pub(crate) fn take_fresh(&mut self) -> bool {
        std::mem::replace(&mut self.fresh, false)
    }

    /// Keeps what it says: it is not given the shape that validators want, nor tainted, as what was just sampled is.
    pub fn settle(&mut self) {
        self.fresh = false;
        self.visit_texts_mut(&mut |text| {
            text.take_fresh();
        });
    }

    /// Tells whether it was made as a validator of the SUT wants it.
    pub(crate) fn is_shaped(&self) -> bool {
        self.shaped
    }

    /// Gives a record, list or free text inside the field or item that a path leads to (`-` for an
    /// item). Answers whether anything is new.
    pub fn grow(&mut self, path: &[String], rng: &mut Pcg64Mcg) -> bool {
        let before = self.value();
        self.reach(path, rng);
        self.value() != before
    }

    fn reach(&mut self, path: &[String], rng: &mut Pcg64Mcg) {
        if let Some((first, rest)) = path.split_first()
            && self.overridden.is_none()
            && let Some(field) = self.node.field_mut(first, rng)
        {
            field.reach(rest, rng);
        }
    }

    /// Notes that it was made as a validator of the SUT wants it.
    pub(crate) fn mark_shaped(&mut self) {
        self.shaped = true;
        self.fresh = false;
    }

    /// How much there is to mutate: about the number of leaves.
    #[must_use]
    pub fn weight(&self) -> f64 {
        self.node.weight()
    }

    /// Genes inside this one, in order; also those that are not sent at present.
    #[must_use]
    pub fn children(&self) -> Vec<&Self> {
        self.node.children()
    }

    pub(crate) fn children_mut(&mut self) -> Vec<&mut Self> {
        self.node.children_mut()
    }

    /// Calls `visit` for each text gene inside, in order.
    pub(crate) fn visit_texts(&self, visit: &mut dyn FnMut(&dyn FreeText)) {
        if let Some(Override::Text(gene)) = self.overridden.as_deref() {
            gene.node.as_text().into_iter().for_each(visit);
            return;
        }
        if let Some(text) = self.node.as_text() {
            visit(text);
        }
        for child in self.node.children() {
            child.visit_texts(visit);
        }
    }

    /// Calls `visit` for each text gene inside, in order.
    pub(crate) fn visit_texts_mut(&mut self, visit: &mut dyn FnMut(&mut dyn FreeText)) {
        if let Some(Override::Text(gene)) = self.overridden.as_deref_mut() {
            gene.node.as_text_mut().into_iter().for_each(visit);
            return;
        }
        if let Some(text) = self.node.as_text_mut() {
            visit(text);
        }
        for child in self.node.children_mut() {
            child.visit_texts_mut(visit);
        }
    }
}

impl From<Box<dyn GeneNode>> for Gene {
    fn from(node: Box<dyn GeneNode>) -> Self {
        Self { node, overridden: None, fresh: true, shaped: false }
    }
}

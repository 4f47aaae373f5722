//! The contract of every gene.

use std::fmt::Debug;

use rand_pcg::Pcg64Mcg;

use super::{FreeText, Gene, MutationContext};
use crate::GeneValue;

/// Whether a mutation changed the value.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Mutated {
    /// The value is another than before.
    Yes,
    /// The value is what it was.
    No,
}

impl Mutated {
    /// [`Mutated::Yes`] if `changed`.
    #[must_use]
    pub fn if_changed(changed: bool) -> Self {
        if changed { Self::Yes } else { Self::No }
    }

    /// Tells whether the value changed.
    #[must_use]
    pub fn changed(self) -> bool {
        self == Self::Yes
    }
}

/// A kind of gene. `gene_contract!` in `contract.rs` tests what is said here.
///
/// The value satisfies the constraints of the spec after building, after each `randomize` and
/// after each `mutate`. All randomness is the generator passed in: the same state of it gives the
/// same value.
pub(crate) trait GeneNode: Debug + Send + Sync {
    /// An independent copy.
    fn boxed_clone(&self) -> Box<dyn GeneNode>;
    /// Samples the value anew.
    fn randomize(&mut self, rng: &mut Pcg64Mcg);
    /// Changes the value a little; `Yes` exactly if `value()` changed.
    fn mutate(&mut self, context: &mut MutationContext<'_>) -> Mutated;
    /// The value in neutral form.
    fn value(&self) -> GeneValue;
    /// Takes over a value that satisfies the constraints and answers true, or changes nothing and
    /// answers false.
    fn set_value(&mut self, value: &GeneValue) -> bool;
    /// About the number of leaves; at least 0.
    fn weight(&self) -> f64 {
        1.0
    }
    /// Puts a value where nothing or null stands, here and inside.
    fn complete(&mut self) {
        for child in self.children_mut() {
            child.complete();
        }
    }
    /// Genes inside, in order.
    fn children(&self) -> Vec<&Gene> {
        Vec::new()
    }
    /// Genes inside, in order.
    fn children_mut(&mut self) -> Vec<&mut Gene> {
        Vec::new()
    }
    /// The name of the child of this index: of a field, or `-` for an item; `None` where the child
    /// stands for this gene itself.
    fn child_name(&self, _index: usize) -> Option<&str> {
        None
    }
    /// Takes the suggested value of this number, here and inside. Answers whether there is one.
    fn suggest(&mut self, number: usize) -> bool {
        let mut any = false;
        for child in self.children_mut() {
            any |= child.suggest(number);
        }
        any
    }
    /// Tells whether it has two states, here alone: there or left out, true or false.
    fn has_switch(&self) -> bool {
        false
    }
    /// Takes the other one of two states.
    fn switch(&mut self) {}
    /// How many items it has, if it is a list.
    fn length(&self) -> Option<usize> {
        None
    }
    /// Gives a list so many items. Answers whether it has them now.
    fn resize(&mut self, _length: usize, _rng: &mut Pcg64Mcg) -> bool {
        false
    }
    /// The gene of a field (of an item, `-`), which is made where there is none and may be one.
    fn field_mut(&mut self, _name: &str, _rng: &mut Pcg64Mcg) -> Option<&mut Gene> {
        None
    }
    /// This gene, if it is free text that may be tainted.
    fn as_text(&self) -> Option<&dyn FreeText> {
        None
    }
    /// This gene, if it is free text that may be tainted.
    fn as_text_mut(&mut self) -> Option<&mut dyn FreeText> {
        None
    }
}

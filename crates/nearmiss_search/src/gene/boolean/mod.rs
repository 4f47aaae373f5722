//! `true` or `false`.

use rand::RngExt;
use rand_pcg::Pcg64Mcg;

use super::MutationContext;
use super::node::{GeneNode, Mutated};
use crate::GeneValue;

/// See the module.
#[derive(Clone, Debug)]
pub(super) struct BooleanGene {
    value: bool,
}

impl BooleanGene {
    /// Makes the gene of [`GeneSpec::Boolean`](crate::GeneSpec::Boolean).
    pub(super) fn new(rng: &mut Pcg64Mcg) -> Self {
        Self { value: rng.random() }
    }
}

impl GeneNode for BooleanGene {
    fn boxed_clone(&self) -> Box<dyn GeneNode> {
        Box::new(self.clone())
    }

    fn randomize(&mut self, rng: &mut Pcg64Mcg) {
        self.value = rng.random();
    }

    fn mutate(&mut self, _context: &mut MutationContext<'_>) -> Mutated {
        self.value = !self.value;
        Mutated::Yes
    }

    fn value(&self) -> GeneValue {
        GeneValue::Boolean(self.value)
    }

    fn set_value(&mut self, value: &GeneValue) -> bool {
        let GeneValue::Boolean(value) = value else { return false };
        self.value = *value;
        true
    }

    fn has_switch(&self) -> bool {
        true
    }

    fn switch(&mut self) {
        self.value = !self.value;
    }
}

#[cfg(test)]
mod tests {
    use super::super::contract::gene_contract;
    use crate::{GeneSpec, GeneValue};

    gene_contract!(boolean, GeneSpec::Boolean, |value: &GeneValue| matches!(
        value,
        GeneValue::Boolean(_)
    ));
}

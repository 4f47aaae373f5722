//! `true` or `false`.

use rand::RngExt;
use rand_pcg::Pcg64Mcg;

use super::MutationContext;
use super::node::{GeneNode, Mutated};
use crate::{GeneSpec, GeneValue};

#[derive(Clone, Debug)]
struct BooleanGene {
    value: bool,
}

/// Builds the gene of [`GeneSpec::Boolean`].
pub(super) fn build(spec: &GeneSpec, rng: &mut Pcg64Mcg) -> Option<Box<dyn GeneNode>> {
    matches!(spec, GeneSpec::Boolean)
        .then(|| Box::new(BooleanGene { value: rng.random() }) as Box<dyn GeneNode>)
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

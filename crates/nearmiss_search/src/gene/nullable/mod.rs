//! A value or null.

use rand::RngExt;
use rand_pcg::Pcg64Mcg;

use super::node::{GeneNode, Mutated};
use super::{Gene, MutationContext};
use crate::GeneValue;

/// Probability that a sampled value is null.
const NULL: f64 = 0.1;
/// Share of mutations that put null in the place of a value.
const SWITCH: f64 = 0.05;

/// See the module.
#[derive(Clone, Debug)]
pub(super) struct NullableGene {
    null: bool,
    inner: Gene,
}

impl NullableGene {
    /// Makes the gene of [`GeneSpec::Nullable`](crate::GeneSpec::Nullable).
    pub(super) fn new(inner: Gene, rng: &mut Pcg64Mcg) -> Self {
        Self { null: rng.random_bool(NULL), inner }
    }
}

impl GeneNode for NullableGene {
    fn boxed_clone(&self) -> Box<dyn GeneNode> {
        Box::new(self.clone())
    }

    fn randomize(&mut self, rng: &mut Pcg64Mcg) {
        self.inner.randomize(rng);
        self.null = rng.random_bool(NULL);
    }

    fn mutate(&mut self, context: &mut MutationContext<'_>) -> Mutated {
        let before = self.value();
        let switch = self.null || context.chance(SWITCH);
        if switch || !self.inner.mutate(context).changed() {
            self.null = !self.null;
        }
        // The inner value may itself be null.
        Mutated::if_changed(self.value() != before)
    }

    fn value(&self) -> GeneValue {
        if self.null { GeneValue::Null } else { self.inner.value() }
    }

    fn set_value(&mut self, value: &GeneValue) -> bool {
        if *value == GeneValue::Null {
            self.null = true;
            return true;
        }
        let taken = self.inner.set_value(value);
        self.null &= !taken;
        taken
    }

    fn complete(&mut self) {
        self.null = false;
        self.inner.complete();
    }

    fn weight(&self) -> f64 {
        if self.null { 0.5 } else { 0.2 + self.inner.weight() }
    }

    fn children(&self) -> Vec<&Gene> {
        vec![&self.inner]
    }

    fn children_mut(&mut self) -> Vec<&mut Gene> {
        vec![&mut self.inner]
    }
}

#[cfg(test)]
mod tests {
    use super::super::contract::gene_contract;
    use super::*;
    use crate::GeneSpec;

    gene_contract!(nullable, GeneSpec::Nullable(Box::new(GeneSpec::Boolean)), |v| matches!(
        v,
        GeneValue::Null | GeneValue::Boolean(_)
    ));
    gene_contract!(
        of_nullable,
        GeneSpec::Nullable(Box::new(GeneSpec::Nullable(Box::new(GeneSpec::Boolean)))),
        |v| matches!(v, GeneValue::Null | GeneValue::Boolean(_))
    );
}

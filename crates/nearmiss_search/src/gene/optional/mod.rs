//! A value or nothing at all.

use rand::RngExt;
use rand_pcg::Pcg64Mcg;

use super::node::{GeneNode, Mutated};
use super::{Gene, MutationContext};
use crate::GeneValue;

/// Probability that a sampled value is there.
const PRESENT: f64 = 0.7;
/// Share of mutations that add or remove a value rather than change it.
const SWITCH: f64 = 0.1;

/// See the module.
#[derive(Clone, Debug)]
pub(super) struct OptionalGene {
    present: bool,
    inner: Gene,
}

impl OptionalGene {
    /// Makes the gene of [`GeneSpec::Optional`](crate::GeneSpec::Optional).
    pub(super) fn new(inner: Gene, rng: &mut Pcg64Mcg) -> Self {
        Self { present: rng.random_bool(PRESENT), inner }
    }
}

impl GeneNode for OptionalGene {
    fn boxed_clone(&self) -> Box<dyn GeneNode> {
        Box::new(self.clone())
    }

    fn randomize(&mut self, rng: &mut Pcg64Mcg) {
        self.inner.randomize(rng);
        self.present = rng.random_bool(PRESENT);
    }

    fn mutate(&mut self, context: &mut MutationContext<'_>) -> Mutated {
        let before = self.value();
        let switch = !self.present || context.chance(SWITCH);
        if switch || !self.inner.mutate(context).changed() {
            self.present = !self.present;
        }
        // The inner value may itself be nothing.
        Mutated::if_changed(self.value() != before)
    }

    fn value(&self) -> GeneValue {
        if self.present { self.inner.value() } else { GeneValue::Absent }
    }

    fn set_value(&mut self, value: &GeneValue) -> bool {
        if *value == GeneValue::Absent {
            self.present = false;
            return true;
        }
        let taken = self.inner.set_value(value);
        self.present |= taken;
        taken
    }

    fn has_switch(&self) -> bool {
        true
    }

    fn switch(&mut self) {
        self.present = !self.present;
    }

    fn complete(&mut self) {
        self.present = true;
        self.inner.complete();
    }

    fn weight(&self) -> f64 {
        // Whether a value is there is a small part of what there is to know about it.
        if self.present { 0.2 + self.inner.weight() } else { 0.5 }
    }

    fn field_mut(&mut self, name: &str, rng: &mut Pcg64Mcg) -> Option<&mut Gene> {
        self.inner.node.field_mut(name, rng)
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
    use rand::SeedableRng;

    use super::super::contract::gene_contract;
    use super::*;
    use crate::GeneSpec;

    fn optional(spec: GeneSpec) -> GeneSpec {
        GeneSpec::Optional(Box::new(spec))
    }

    #[test]
    fn a_complete_value_leaves_nothing_out() {
        let number =
            GeneSpec::Nullable(Box::new(GeneSpec::Integer { min: 1, max: 3, multiple_of: 0 }));
        for seed in 0..40 {
            let mut gene = Gene::new(&optional(number.clone()), &mut Pcg64Mcg::seed_from_u64(seed));
            gene.complete();
            assert!(matches!(gene.value(), GeneValue::Integer(1..=3)), "{:?}", gene.value());
        }
    }

    gene_contract!(number, optional(GeneSpec::Integer { min: 1, max: 3, multiple_of: 0 }), |v| {
        matches!(v, GeneValue::Absent | GeneValue::Integer(1..=3))
    });
    gene_contract!(constant, optional(GeneSpec::Enum(vec![GeneValue::Null])), |v| matches!(
        v,
        GeneValue::Absent | GeneValue::Null
    ));
}

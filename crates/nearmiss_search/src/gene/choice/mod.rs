//! One of several shapes.

use std::sync::Arc;

use rand::RngExt;
use rand_pcg::Pcg64Mcg;

use super::node::{GeneNode, Mutated};
use super::{Gene, Make, MutationContext};
use crate::{GeneSpec, GeneValue};

/// Share of mutations that take another shape.
const SWITCH: f64 = 0.1;

/// See the module.
#[derive(Clone, Debug)]
pub(super) struct ChoiceGene {
    specs: Arc<[GeneSpec]>,
    index: usize,
    active: Gene,
    make: Make,
}

impl ChoiceGene {
    /// Makes a gene that is one of `specs`; without any it is null.
    pub(super) fn new(mut specs: Vec<GeneSpec>, make: Make, rng: &mut Pcg64Mcg) -> Self {
        if specs.is_empty() {
            specs.push(GeneSpec::Enum(vec![GeneValue::Null]));
        }
        let index = rng.random_range(0..specs.len());
        let active = make(&specs[index], rng);
        Self { specs: specs.into(), index, active, make }
    }
}

impl GeneNode for ChoiceGene {
    fn boxed_clone(&self) -> Box<dyn GeneNode> {
        Box::new(self.clone())
    }

    fn randomize(&mut self, rng: &mut Pcg64Mcg) {
        self.index = rng.random_range(0..self.specs.len());
        self.active = (self.make)(&self.specs[self.index], rng);
    }

    fn mutate(&mut self, context: &mut MutationContext<'_>) -> Mutated {
        let before = self.value();
        let count = self.specs.len();
        let switch = count > 1 && context.chance(SWITCH);
        if switch || (!self.active.mutate(context).changed() && count > 1) {
            self.index = (self.index + context.rng.random_range(1..count)) % count;
            self.active = (self.make)(&self.specs[self.index], context.rng);
        }
        // Shapes may share values.
        Mutated::if_changed(self.value() != before)
    }

    fn value(&self) -> GeneValue {
        self.active.value()
    }

    fn set_value(&mut self, value: &GeneValue) -> bool {
        use rand::SeedableRng;
        if self.active.set_value(value) {
            return true;
        }
        // The sample is replaced at once, so what is sampled here is never seen.
        let mut rng = Pcg64Mcg::seed_from_u64(0);
        for (index, spec) in self.specs.iter().enumerate() {
            let mut gene = (self.make)(spec, &mut rng);
            if index != self.index && gene.set_value(value) {
                self.index = index;
                self.active = gene;
                return true;
            }
        }
        false
    }

    fn weight(&self) -> f64 {
        self.active.weight() + if self.specs.len() > 1 { 0.2 } else { 0.0 }
    }

    fn field_mut(&mut self, name: &str, rng: &mut Pcg64Mcg) -> Option<&mut Gene> {
        self.active.node.field_mut(name, rng)
    }

    fn children(&self) -> Vec<&Gene> {
        vec![&self.active]
    }

    fn children_mut(&mut self) -> Vec<&mut Gene> {
        vec![&mut self.active]
    }
}

#[cfg(test)]
mod tests {
    use super::super::contract::gene_contract;
    use super::*;

    gene_contract!(
        choice,
        GeneSpec::Choice(vec![
            GeneSpec::Boolean,
            GeneSpec::Integer { min: 0, max: 9, multiple_of: 0 },
            GeneSpec::Enum(vec![GeneValue::Boolean(true), GeneValue::text("x")]),
        ]),
        |v| match v {
            GeneValue::Boolean(_) | GeneValue::Integer(0..=9) => true,
            other => *other == GeneValue::text("x"),
        }
    );
    gene_contract!(single, GeneSpec::Choice(vec![GeneSpec::Boolean]), |v| matches!(
        v,
        GeneValue::Boolean(_)
    ));
    gene_contract!(none, GeneSpec::Choice(Vec::new()), |v| *v == GeneValue::Null);
}

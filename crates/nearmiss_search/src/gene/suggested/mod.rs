//! Values that the schema suggests (default, examples), or any other.

use std::sync::Arc;

use rand::RngExt;
use rand_pcg::Pcg64Mcg;

use super::node::{GeneNode, Mutated};
use super::{Gene, MutationContext};
use crate::GeneValue;

/// Probability that a sampled value is a suggested one.
const SUGGESTED: f64 = 0.5;
/// Share of mutations that take a suggested value.
const SWITCH: f64 = 0.1;

/// See the module.
#[derive(Clone, Debug)]
pub(super) struct SuggestedGene {
    values: Arc<[GeneValue]>,
    /// Index of the suggested value in use.
    used: Option<usize>,
    inner: Gene,
}

impl SuggestedGene {
    /// Makes the gene of [`GeneSpec::Suggested`](crate::GeneSpec::Suggested).
    pub(super) fn new(values: &[GeneValue], inner: Gene, rng: &mut Pcg64Mcg) -> Self {
        let mut gene = Self { values: values.into(), used: None, inner };
        gene.choose(rng);
        gene
    }

    fn choose(&mut self, rng: &mut Pcg64Mcg) {
        let suggest = !self.values.is_empty() && rng.random_bool(SUGGESTED);
        self.used = suggest.then(|| rng.random_range(0..self.values.len()));
    }
}

impl GeneNode for SuggestedGene {
    fn boxed_clone(&self) -> Box<dyn GeneNode> {
        Box::new(self.clone())
    }

    fn randomize(&mut self, rng: &mut Pcg64Mcg) {
        self.inner.randomize(rng);
        self.choose(rng);
    }

    fn mutate(&mut self, context: &mut MutationContext<'_>) -> Mutated {
        let before = self.value();
        if !self.values.is_empty() && context.chance(SWITCH) {
            self.used = Some(context.rng.random_range(0..self.values.len()));
        } else {
            if let Some(index) = self.used.take() {
                // Neighbours of a suggested value, if it satisfies the schema that suggests it.
                self.inner.set_value(&self.values[index]);
            }
            self.inner.mutate(context);
        }
        Mutated::if_changed(self.value() != before)
    }

    fn value(&self) -> GeneValue {
        self.used.map_or_else(|| self.inner.value(), |index| self.values[index].clone())
    }

    fn set_value(&mut self, value: &GeneValue) -> bool {
        if let Some(index) = self.values.iter().position(|known| known == value) {
            self.used = Some(index);
            return true;
        }
        let taken = self.inner.set_value(value);
        if taken {
            self.used = None;
        }
        taken
    }

    fn suggest(&mut self, number: usize) -> bool {
        // Shorter lists begin anew, so that what is suggested for one input meets what is for others.
        if !self.values.is_empty() {
            self.used = Some(number % self.values.len());
        }
        number < self.values.len()
    }

    fn weight(&self) -> f64 {
        0.2 + self.inner.weight()
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

    fn suggested(values: Vec<GeneValue>) -> GeneSpec {
        let inner = GeneSpec::Integer { min: 0, max: 9, multiple_of: 0 };
        GeneSpec::Suggested { values, inner: Box::new(inner) }
    }

    gene_contract!(
        two,
        suggested(vec![GeneValue::Integer(5), GeneValue::Integer(77)]),
        |v| matches!(v, GeneValue::Integer(0..=9 | 77))
    );
    gene_contract!(none, suggested(Vec::new()), |v| matches!(v, GeneValue::Integer(0..=9)));
}

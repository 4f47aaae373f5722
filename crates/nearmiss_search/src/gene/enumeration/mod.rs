//! One of a list of values.

use std::sync::Arc;

use rand::RngExt;
use rand_pcg::Pcg64Mcg;

use super::MutationContext;
use super::node::{GeneNode, Mutated};
use crate::GeneValue;

/// See the module.
#[derive(Clone, Debug)]
pub(super) struct EnumGene {
    values: Arc<[GeneValue]>,
    index: usize,
}

impl EnumGene {
    /// Makes the gene of [`GeneSpec::Enum`](crate::GeneSpec::Enum); an empty list gives null.
    pub(super) fn new(values: &[GeneValue], rng: &mut Pcg64Mcg) -> Self {
        let mut distinct: Vec<GeneValue> = Vec::with_capacity(values.len());
        for value in values {
            if !distinct.contains(value) {
                distinct.push(value.clone());
            }
        }
        if distinct.is_empty() {
            distinct.push(GeneValue::Null);
        }
        let mut gene = Self { values: distinct.into(), index: 0 };
        gene.randomize(rng);
        gene
    }
}

impl GeneNode for EnumGene {
    fn boxed_clone(&self) -> Box<dyn GeneNode> {
        Box::new(self.clone())
    }

    fn randomize(&mut self, rng: &mut Pcg64Mcg) {
        self.index = rng.random_range(0..self.values.len());
    }

    fn mutate(&mut self, context: &mut MutationContext<'_>) -> Mutated {
        let count = self.values.len();
        if count == 1 {
            return Mutated::No;
        }
        self.index = (self.index + context.rng.random_range(1..count)) % count;
        Mutated::Yes
    }

    fn value(&self) -> GeneValue {
        self.values[self.index].clone()
    }

    fn set_value(&mut self, value: &GeneValue) -> bool {
        let index = self.values.iter().position(|known| known == value);
        self.index = index.unwrap_or(self.index);
        index.is_some()
    }

    fn weight(&self) -> f64 {
        if self.values.len() > 1 { 1.0 } else { 0.0 }
    }
}

#[cfg(test)]
mod tests {
    use super::super::contract::gene_contract;
    use super::*;
    use crate::GeneSpec;

    fn some(texts: &[&str]) -> GeneSpec {
        GeneSpec::Enum(texts.iter().map(|text| GeneValue::text(text)).collect())
    }

    gene_contract!(three, some(&["a", "b", "c"]), |v| {
        ["a", "b", "c"].iter().any(|text| *v == GeneValue::text(text))
    });
    gene_contract!(repeated, some(&["a", "b", "a"]), |v| *v == GeneValue::text("a")
        || *v == GeneValue::text("b"));
    gene_contract!(single, some(&["a"]), |v| *v == GeneValue::text("a"));
    gene_contract!(none, some(&[]), |v| *v == GeneValue::Null);
}

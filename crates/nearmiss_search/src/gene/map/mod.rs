//! Maps with free keys.

use std::sync::Arc;

use rand::RngExt;
use rand_pcg::Pcg64Mcg;

use super::context::weighted_index;
use super::node::{GeneNode, Mutated};
use super::{Gene, Make, MutationContext};
use crate::{GeneSpec, GeneValue};

/// Most entries that are sampled where the schema allows more.
const SAMPLED_ENTRIES: usize = 2;
/// Most entries that mutations grow to where the schema allows more.
const GROWN_ENTRIES: usize = 12;
/// Most entries at all; a schema that asks for more is not obeyed.
const ENTRY_LIMIT: usize = 1000;
/// Share of mutations that add or remove an entry.
const RESIZE: f64 = 0.3;
/// Share of mutations that give an entry another key.
const RENAME: f64 = 0.15;

/// See the module.
#[derive(Clone, Debug)]
pub(super) struct MapGene {
    spec: Arc<GeneSpec>,
    min: usize,
    max: usize,
    entries: Vec<(String, Gene)>,
    make: Make,
}

impl MapGene {
    /// Makes the gene of [`GeneSpec::Map`].
    pub(super) fn new(
        value: &GeneSpec,
        (min, max): (usize, usize),
        make: Make,
        rng: &mut Pcg64Mcg,
    ) -> Self {
        let min = min.min(ENTRY_LIMIT);
        let (spec, max) = (Arc::new(value.clone()), max.max(min));
        let mut gene = Self { spec, min, max, entries: Vec::new(), make };
        gene.randomize(rng);
        gene
    }

    fn new_key(&self, rng: &mut Pcg64Mcg) -> String {
        let length = rng.random_range(1..=6);
        let mut key: String =
            (0..length).map(|_| char::from(rng.random_range(b'a'..=b'z'))).collect();
        while self.entries.iter().any(|(other, _)| *other == key) {
            key.push(char::from(rng.random_range(b'a'..=b'z')));
        }
        key
    }

    fn add(&mut self, rng: &mut Pcg64Mcg) -> bool {
        if self.entries.len() >= self.max.min(GROWN_ENTRIES.max(self.min)) {
            return false;
        }
        let key = self.new_key(rng);
        self.entries.push((key, (self.make)(&self.spec, rng)));
        true
    }

    fn remove(&mut self, rng: &mut Pcg64Mcg) -> bool {
        if self.entries.len() <= self.min {
            return false;
        }
        let at = rng.random_range(0..self.entries.len());
        self.entries.remove(at);
        true
    }

    fn resize(&mut self, rng: &mut Pcg64Mcg) -> bool {
        let grow = rng.random_bool(0.5);
        (grow && self.add(rng)) || self.remove(rng) || (!grow && self.add(rng))
    }

    fn mutate_value(&mut self, context: &mut MutationContext<'_>) -> bool {
        let weights: Vec<f64> = self.entries.iter().map(|(_, gene)| gene.weight()).collect();
        weighted_index(&weights, context.rng)
            .is_some_and(|index| self.entries[index].1.mutate(context).changed())
    }

    fn rename(&mut self, rng: &mut Pcg64Mcg) -> bool {
        if self.entries.is_empty() {
            return false;
        }
        let at = rng.random_range(0..self.entries.len());
        self.entries[at].0 = self.new_key(rng);
        true
    }
}

impl GeneNode for MapGene {
    fn boxed_clone(&self) -> Box<dyn GeneNode> {
        Box::new(self.clone())
    }

    fn randomize(&mut self, rng: &mut Pcg64Mcg) {
        self.entries.clear();
        let most = self.max.min(self.min.max(SAMPLED_ENTRIES));
        for _ in 0..rng.random_range(self.min..=most) {
            let key = self.new_key(rng);
            self.entries.push((key, (self.make)(&self.spec, rng)));
        }
    }

    fn mutate(&mut self, context: &mut MutationContext<'_>) -> Mutated {
        for _ in 0..4 {
            let changed = if self.entries.is_empty() || context.chance(RESIZE) {
                self.resize(context.rng)
            } else if context.chance(RENAME) {
                self.rename(context.rng)
            } else {
                self.mutate_value(context)
            };
            if changed {
                return Mutated::Yes;
            }
        }
        Mutated::No
    }

    fn value(&self) -> GeneValue {
        GeneValue::Record(
            self.entries.iter().map(|(key, gene)| (key.clone(), gene.value())).collect(),
        )
    }

    fn set_value(&mut self, value: &GeneValue) -> bool {
        use rand::SeedableRng;
        let GeneValue::Record(fields) = value else { return false };
        let clashes = (1..fields.len()).any(|i| fields[..i].iter().any(|f| f.0 == fields[i].0));
        if !(self.min..=self.max).contains(&fields.len()) || clashes {
            return false;
        }
        // Every value is set at once, so what is sampled here is never seen.
        let mut rng = Pcg64Mcg::seed_from_u64(0);
        let mut entries = Vec::with_capacity(fields.len());
        for (key, value) in fields {
            let mut gene = (self.make)(&self.spec, &mut rng);
            if !gene.set_value(value) {
                return false;
            }
            entries.push((key.clone(), gene));
        }
        self.entries = entries;
        true
    }

    fn weight(&self) -> f64 {
        if self.max == 0 {
            return 0.0;
        }
        1.0 + self.entries.iter().map(|(_, gene)| gene.weight()).sum::<f64>()
    }

    fn child_name(&self, index: usize) -> Option<&str> {
        self.entries.get(index).map(|(key, _)| key.as_str())
    }

    fn children(&self) -> Vec<&Gene> {
        self.entries.iter().map(|(_, gene)| gene).collect()
    }

    fn children_mut(&mut self) -> Vec<&mut Gene> {
        self.entries.iter_mut().map(|(_, gene)| gene).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::super::contract::gene_contract;
    use super::*;

    fn map(min: usize, max: usize) -> GeneSpec {
        GeneSpec::Map { value: Box::new(GeneSpec::Boolean), min, max }
    }

    fn holds(value: &GeneValue, min: usize, max: usize) -> bool {
        let GeneValue::Record(fields) = value else { return false };
        let distinct: std::collections::BTreeSet<_> = fields.iter().map(|field| &field.0).collect();
        distinct.len() == fields.len()
            && (min..=max).contains(&fields.len())
            && fields.iter().all(|field| matches!(field.1, GeneValue::Boolean(_)))
    }

    gene_contract!(free, map(0, usize::MAX), |v| holds(v, 0, GROWN_ENTRIES));
    gene_contract!(bounded, map(2, 3), |v| holds(v, 2, 3));
    gene_contract!(empty, map(0, 0), |v| holds(v, 0, 0));
}

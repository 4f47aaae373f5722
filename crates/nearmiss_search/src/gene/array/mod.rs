//! Lists.

use std::sync::Arc;

use rand::RngExt;
use rand_pcg::Pcg64Mcg;

use super::context::weighted_index;
use super::node::{GeneNode, Mutated};
use super::{Gene, Make, MutationContext};
use crate::{GeneSpec, GeneValue};

/// Most items that are sampled where the schema allows more.
const SAMPLED_ITEMS: usize = 3;
/// Most items that mutations grow to where the schema allows more.
const GROWN_ITEMS: usize = 16;
/// Most items at all; a schema that asks for more is not obeyed.
const ITEM_LIMIT: usize = 10_000;
/// Attempts to find an item that differs from the others.
const UNIQUE_ATTEMPTS: u32 = 30;
/// Share of mutations that add or remove an item.
const RESIZE: f64 = 0.4;
/// Share of those that add or remove several.
const SEVERAL: f64 = 0.4;
/// Share of added items that are copies of another one.
const COPY: f64 = 0.25;
/// Share of the other mutations that put a copy of one item in the place of another, and of those that put it in
/// the place of all.
const COPIED: f64 = 0.15;
const COPY_TO_ALL: f64 = 0.4;

/// See the module.
#[derive(Clone, Debug)]
pub(super) struct ArrayGene {
    item: Arc<GeneSpec>,
    min: usize,
    max: usize,
    unique: bool,
    items: Vec<Gene>,
    make: Make,
}

impl ArrayGene {
    /// Makes the gene of [`GeneSpec::Array`].
    pub(super) fn new(
        item: &GeneSpec,
        (min, max): (usize, usize),
        unique: bool,
        make: Make,
        rng: &mut Pcg64Mcg,
    ) -> Self {
        let min = min.min(ITEM_LIMIT);
        let (item, max) = (Arc::new(item.clone()), max.max(min));
        let mut gene = Self { item, min, max, unique, items: Vec::new(), make };
        gene.randomize(rng);
        gene
    }

    /// A new item that may join the others.
    fn new_item(&self, rng: &mut Pcg64Mcg) -> Option<Gene> {
        if !self.unique {
            return Some((self.make)(&self.item, rng));
        }
        (0..UNIQUE_ATTEMPTS).find_map(|_| {
            let item = (self.make)(&self.item, rng);
            let value = item.value();
            self.items.iter().all(|other| other.value() != value).then_some(item)
        })
    }

    fn add(&mut self, rng: &mut Pcg64Mcg) -> bool {
        if self.items.len() >= self.max.min(GROWN_ITEMS.max(self.min)) {
            return false;
        }
        let copied = !self.unique && !self.items.is_empty() && rng.random_bool(COPY);
        let item = if copied {
            Some(self.items[rng.random_range(0..self.items.len())].clone())
        } else {
            self.new_item(rng)
        };
        let Some(item) = item else { return false };
        let at = rng.random_range(0..=self.items.len());
        self.items.insert(at, item);
        true
    }

    fn remove(&mut self, rng: &mut Pcg64Mcg) -> bool {
        if self.items.len() <= self.min {
            return false;
        }
        let at = rng.random_range(0..self.items.len());
        self.items.remove(at);
        true
    }

    fn resize(&mut self, rng: &mut Pcg64Mcg) -> bool {
        let grow = rng.random_bool(0.5);
        let count = if rng.random_bool(SEVERAL) { rng.random_range(2..=4) } else { 1 };
        let mut changed = false;
        for _ in 0..count {
            changed |= if grow { self.add(rng) } else { self.remove(rng) };
        }
        changed || (grow && self.remove(rng)) || (!grow && self.add(rng))
    }

    /// Another order: all there is to change where every value is used up.
    fn swap(&mut self, rng: &mut Pcg64Mcg) -> bool {
        let count = self.items.len();
        if count < 2 {
            return false;
        }
        let (a, b) = (rng.random_range(0..count), rng.random_range(1..count));
        self.items.swap(a, (a + b) % count);
        true
    }

    /// Equal items, two of them or all: what many checks of lists ask for, or forbid.
    fn copy(&mut self, rng: &mut Pcg64Mcg) -> bool {
        let count = self.items.len();
        if self.unique || count < 2 {
            return false;
        }
        let from = rng.random_range(0..count);
        let copy = self.items[from].clone();
        if rng.random_bool(COPY_TO_ALL) {
            self.items.fill(copy);
        } else {
            self.items[(from + rng.random_range(1..count)) % count] = copy;
        }
        true
    }

    fn mutate_item(&mut self, context: &mut MutationContext<'_>) -> bool {
        let weights: Vec<f64> = self.items.iter().map(Gene::weight).collect();
        let Some(index) = weighted_index(&weights, context.rng) else { return false };
        let mut item = self.items[index].clone();
        if !item.mutate(context).changed() {
            return false;
        }
        let value = item.value();
        let clashes = self.unique
            && self.items.iter().enumerate().any(|(i, other)| i != index && other.value() == value);
        if !clashes {
            self.items[index] = item;
        }
        !clashes
    }
}

impl GeneNode for ArrayGene {
    fn boxed_clone(&self) -> Box<dyn GeneNode> {
        Box::new(self.clone())
    }

    fn randomize(&mut self, rng: &mut Pcg64Mcg) {
        self.items.clear();
        let most = self.max.min(self.min.max(SAMPLED_ITEMS));
        let count = rng.random_range(self.min..=most);
        for _ in 0..count {
            // Too few different values: fewer items than asked for is all that is left.
            let Some(item) = self.new_item(rng) else { break };
            self.items.push(item);
        }
    }

    fn mutate(&mut self, context: &mut MutationContext<'_>) -> Mutated {
        let before = self.value();
        for _ in 0..4 {
            let resize = self.items.is_empty() || context.chance(RESIZE);
            let changed = if resize {
                self.resize(context.rng)
            } else if context.chance(COPIED) && self.copy(context.rng) {
                true
            } else {
                self.mutate_item(context) || self.swap(context.rng)
            };
            if changed && self.value() != before {
                return Mutated::Yes;
            }
        }
        Mutated::No
    }

    fn value(&self) -> GeneValue {
        GeneValue::List(self.items.iter().map(Gene::value).collect())
    }

    fn set_value(&mut self, value: &GeneValue) -> bool {
        use rand::SeedableRng;
        let GeneValue::List(values) = value else { return false };
        let clashes = self.unique && (1..values.len()).any(|i| values[..i].contains(&values[i]));
        if !(self.min..=self.max).contains(&values.len()) || clashes {
            return false;
        }
        // Every item is set at once, so what is sampled here is never seen.
        let mut rng = Pcg64Mcg::seed_from_u64(0);
        let mut items = Vec::with_capacity(values.len());
        for value in values {
            let mut item = (self.make)(&self.item, &mut rng);
            if !item.set_value(value) {
                return false;
            }
            items.push(item);
        }
        self.items = items;
        true
    }

    fn weight(&self) -> f64 {
        let can_resize = self.max > 0 && (self.max > self.min || self.items.len() > self.min);
        f64::from(u8::from(can_resize)) + self.items.iter().map(Gene::weight).sum::<f64>()
    }

    fn length(&self) -> Option<usize> {
        Some(self.items.len())
    }

    fn resize(&mut self, length: usize, rng: &mut Pcg64Mcg) -> bool {
        if !(self.min..=self.max).contains(&length) {
            return false;
        }
        self.items.truncate(length);
        while self.items.len() < length {
            let Some(item) = self.new_item(rng) else { return false };
            self.items.push(item);
        }
        true
    }

    fn field_mut(&mut self, name: &str, rng: &mut Pcg64Mcg) -> Option<&mut Gene> {
        if name == "-" && self.items.is_empty() {
            self.add(rng);
        }
        self.items.first_mut().filter(|_| name == "-")
    }

    fn child_name(&self, _index: usize) -> Option<&str> {
        Some("-")
    }

    fn children(&self) -> Vec<&Gene> {
        self.items.iter().collect()
    }

    fn children_mut(&mut self) -> Vec<&mut Gene> {
        self.items.iter_mut().collect()
    }
}

#[cfg(test)]
mod tests {
    use super::super::contract::gene_contract;
    use super::*;

    fn array(item: GeneSpec, min: usize, max: usize, unique: bool) -> GeneSpec {
        GeneSpec::Array { item: Box::new(item), min, max, unique }
    }

    fn small() -> GeneSpec {
        GeneSpec::Integer { min: 0, max: 5, multiple_of: 0 }
    }

    fn items(value: &GeneValue) -> &[GeneValue] {
        match value {
            GeneValue::List(items) => items,
            other => panic!("{other:?} is no list"),
        }
    }

    gene_contract!(free, array(small(), 0, usize::MAX, false), |v| items(v).len() <= GROWN_ITEMS);
    gene_contract!(bounded, array(GeneSpec::Boolean, 2, 4, false), |v| {
        (2..=4).contains(&items(v).len())
    });
    gene_contract!(unique, array(small(), 2, 6, true), |v| {
        let items = items(v);
        (2..=6).contains(&items.len()) && (1..items.len()).all(|i| !items[..i].contains(&items[i]))
    });
    gene_contract!(impossible, array(GeneSpec::Boolean, 3, 5, true), |v| items(v).len() <= 2);
    gene_contract!(nested, array(array(GeneSpec::Boolean, 1, 2, false), 1, 2, false), |v| {
        items(v).iter().all(|inner| (1..=2).contains(&items(inner).len()))
    });
    gene_contract!(empty, array(small(), 0, 0, false), |v| items(v).is_empty());
}

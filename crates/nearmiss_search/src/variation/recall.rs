//! What inputs are known to have met, put together: of a call that never succeeded each input is given a value that the SUT
//! has compared it with, or what it was told to be.

use std::collections::BTreeMap;

use rand::RngExt;
use rand_pcg::Pcg64Mcg;

use crate::knowledge::Knowledge;
use crate::{Action, GeneValue, Individual, TaintNumbers};

/// Probability that an input of which anything is known is given some of it.
const GIVEN: f64 = 0.75;

/// Gives the inputs of the last call values that they have met, each independently of the others. Answers whether any
/// was changed.
pub(crate) fn recall_in_last(
    individual: &mut Individual,
    knowledge: &Knowledge,
    rng: &mut Pcg64Mcg,
) -> bool {
    let mut numbers = TaintNumbers::of(individual);
    let Some((action, earlier)) = individual.calls.split_last_mut() else { return false };
    let mut changed = false;
    for (parameter, gene) in action.genes.iter_mut().enumerate() {
        if is_said(&gene.value(), earlier) {
            continue;
        }
        let known = knowledge.met().known(action.template, parameter);
        for values in by_place(known, |known| known.index).values() {
            if rng.random_bool(GIVEN) {
                changed |= gene.recall(values[rng.random_range(0..values.len())], rng);
            }
        }
        let told = knowledge.told(action.template, parameter);
        for (rank, wishes) in by_place(told, |(rank, _)| *rank) {
            if !rng.random_bool(GIVEN) {
                continue;
            }
            let (_, specialisation) = wishes[rng.random_range(0..wishes.len())];
            let number = numbers.fresh();
            let mut at = 0;
            gene.visit_texts_mut(&mut |text| {
                changed |= at == rank && text.recall(specialisation, number, rng);
                at += 1;
            });
        }
    }
    changed
}

/// Tells whether a call says this number or text: another call that says it names what that one has made.
fn is_said(value: &GeneValue, calls: &[Action]) -> bool {
    matches!(value, GeneValue::Integer(_) | GeneValue::Text(_))
        && calls.iter().flat_map(|call| &call.genes).any(|gene| gene.value() == *value)
}

/// Groups what is known by where it belongs.
fn by_place<T>(all: &[T], place: impl Fn(&T) -> usize) -> BTreeMap<usize, Vec<&T>> {
    let mut places: BTreeMap<usize, Vec<&T>> = BTreeMap::new();
    for one in all {
        places.entry(place(one)).or_default().push(one);
    }
    places
}

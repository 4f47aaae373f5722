//! What inputs are known to have met, put together: of a call that never succeeded each input is given a value that the SUT
//! has compared it with, or what it was told to be.

use std::collections::BTreeSet;

use rand::RngExt;
use rand_pcg::Pcg64Mcg;

use crate::knowledge::Knowledge;
use crate::{Action, GeneValue, Individual, TaintNumbers};

/// Probability that an input of which anything is known is given some of it.
const GIVEN: f64 = 0.75;

/// A gene of a call of which something is known.
#[derive(Clone, Copy)]
enum Place {
    /// Values that the gene of this index in a parameter has met.
    Met { parameter: usize, index: usize },
    /// Finds what the text of this rank in a parameter was told to be.
    Told { parameter: usize, rank: usize },
}

/// Gives the inputs of the last call values that they have met, each independently of the others. Answers whether any
/// was changed.
pub(crate) fn recall_in_last(
    individual: &mut Individual,
    knowledge: &Knowledge,
    rng: &mut Pcg64Mcg,
) -> bool {
    let mut numbers = TaintNumbers::of(individual);
    let mut changed = false;
    for place in places_in_last(individual, knowledge) {
        if rng.random_bool(GIVEN) {
            changed |= give(individual, place, knowledge, &mut numbers, rng);
        }
    }
    changed
}

/// Gives one input of the last call a value that it has met, or what it was told to be. Answers whether it is another now.
pub(crate) fn recall_one_in_last(
    individual: &mut Individual,
    knowledge: &Knowledge,
    rng: &mut Pcg64Mcg,
) -> bool {
    let mut numbers = TaintNumbers::of(individual);
    let places = places_in_last(individual, knowledge);
    if places.is_empty() {
        return false;
    }
    let place = places[rng.random_range(0..places.len())];
    give(individual, place, knowledge, &mut numbers, rng)
}

/// Lists the places of the last call of which something is known, but for inputs that name what an earlier call has made.
fn places_in_last(individual: &Individual, knowledge: &Knowledge) -> Vec<Place> {
    let Some((action, earlier)) = individual.calls.split_last() else { return Vec::new() };
    let mut places = Vec::new();
    for (parameter, gene) in action.genes.iter().enumerate() {
        if is_said(&gene.value(), earlier) {
            continue;
        }
        let met = knowledge.met().known(action.template, parameter).iter();
        let met: BTreeSet<usize> = met.map(|known| known.index).collect();
        places.extend(met.into_iter().map(|index| Place::Met { parameter, index }));
        let told = knowledge.told(action.template, parameter).iter();
        let told: BTreeSet<usize> = told.map(|(rank, _)| *rank).collect();
        places.extend(told.into_iter().map(|rank| Place::Told { parameter, rank }));
    }
    places
}

/// Gives a place of the last call some of what is known of it. Answers whether that is something else.
fn give(
    individual: &mut Individual,
    place: Place,
    knowledge: &Knowledge,
    numbers: &mut TaintNumbers,
    rng: &mut Pcg64Mcg,
) -> bool {
    let Some(action) = individual.calls.last_mut() else { return false };
    match place {
        Place::Met { parameter, index } => {
            let known = knowledge.met().known(action.template, parameter).iter();
            let values: Vec<_> = known.filter(|known| known.index == index).collect();
            action.genes[parameter].recall(values[rng.random_range(0..values.len())], rng)
        }
        Place::Told { parameter, rank } => {
            let told = knowledge.told(action.template, parameter).iter();
            let wishes: Vec<_> = told.filter(|(of, _)| *of == rank).collect();
            let (_, specialisation) = wishes[rng.random_range(0..wishes.len())];
            let (number, mut at, mut changed) = (numbers.fresh(), 0, false);
            action.genes[parameter].visit_texts_mut(&mut |text| {
                changed |= at == rank && text.recall(specialisation, number, rng);
                at += 1;
            });
            changed
        }
    }
}

/// Tells whether a call says this number or text: another call that says it names what that one has made.
fn is_said(value: &GeneValue, calls: &[Action]) -> bool {
    matches!(value, GeneValue::Integer(_) | GeneValue::Text(_))
        && calls.iter().flat_map(|call| &call.genes).any(|gene| gene.value() == *value)
}

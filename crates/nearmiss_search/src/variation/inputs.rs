//! Mutation of inputs: which of them, and by which operator.

use rand::RngExt;
use rand_pcg::Pcg64Mcg;

use super::operators::{Applied, OPERATORS, Subject};
use crate::gene::weighted_index;
use crate::knowledge::Knowledge;
use crate::options::MioParameters;
use crate::{Action, Individual, Sampler, TaintNumbers, taint};

/// Probability that one more input is mutated, after each.
const ONE_MORE: f64 = 0.25;
/// Most inputs mutated at once.
const MOST_INPUTS: usize = 4;
/// How much more often an input with facts that were not tried is chosen.
const UNTRIED_WEIGHT: f64 = 5.0;
/// Probability that what is malformed is so no longer.
const WELL_FORMED: f64 = 0.5;
/// Attempts to change anything.
const ATTEMPTS: usize = 8;

/// What the mutation of an individual goes by.
#[derive(Clone, Copy)]
pub(crate) struct Guide<'a> {
    pub parameters: &'a MioParameters,
    /// Share of the budget that is used.
    pub used: f64,
    pub knowledge: &'a Knowledge,
    pub sampler: &'a dyn Sampler,
}

/// Mutates inputs: a few, chosen by their size. Answers whether any was changed.
pub(crate) fn mutate_inputs(
    individual: &mut Individual,
    guide: Guide<'_>,
    rng: &mut Pcg64Mcg,
) -> bool {
    let Guide { parameters, used, knowledge, sampler } = guide;
    let places = places_of(individual);
    let numbers = TaintNumbers::of(individual);
    let probability = parameters.taint_mutated.at(used, parameters.focus);
    let mut subject = Subject {
        individual,
        places: &places,
        numbers,
        probability,
        parameters,
        knowledge,
        sampler,
    };
    let mut changed = 0;
    for call in &mut subject.individual.calls {
        if call.malformed.is_some() && rng.random_bool(WELL_FORMED) {
            call.malformed = None;
            changed += 1;
        }
    }
    for _ in 0..ATTEMPTS {
        let weights: Vec<f64> =
            places.iter().map(|place| weight(subject.individual, *place)).collect();
        let Some(chosen) = weighted_index(&weights, rng) else { break };
        if change(&mut subject, chosen, rng) {
            changed += 1;
        }
        if changed >= MOST_INPUTS || (changed > 0 && !rng.random_bool(ONE_MORE)) {
            break;
        }
    }
    let fresh = |template, parameter| probability * knowledge.taint_share(template, parameter);
    taint::taint_fresh_by(individual, &fresh, rng);
    changed > 0
}

/// Changes an input by the first operator whose turn it is and that can. Answers whether anything is another now.
fn change(subject: &mut Subject<'_>, chosen: usize, rng: &mut Pcg64Mcg) -> bool {
    for operator in OPERATORS {
        if rng.random_bool((operator.share)(subject)) {
            match (operator.apply)(subject, chosen, rng) {
                Applied::Changed => return true,
                Applied::InVain => return false,
                Applied::Unfit => {}
            }
        }
    }
    false
}

/// Lists the inputs that are not taken from answers: indices of action and parameter.
fn places_of(individual: &Individual) -> Vec<(usize, usize)> {
    let of_action = |(index, action): (usize, &Action)| -> Vec<(usize, usize)> {
        let genes = 0..action.genes.len();
        genes.filter(|gene| !is_linked(action, *gene)).map(|gene| (index, gene)).collect()
    };
    individual.actions().enumerate().flat_map(of_action).collect()
}

fn is_linked(action: &Action, parameter: usize) -> bool {
    action.links.iter().any(|link| link.parameter == parameter && link.path.is_empty())
}

fn weight(individual: &Individual, (action, parameter): (usize, usize)) -> f64 {
    let Some(action) = individual.action(action) else { return 0.0 };
    let gene = &action.genes[parameter];
    let mut weight = gene.weight();
    gene.visit_texts(&mut |text| {
        if text.has_untried() {
            weight += UNTRIED_WEIGHT;
        }
    });
    weight
}

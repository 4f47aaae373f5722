//! Mutation of inputs: which of them, and by which operator.

use nearmiss_targets::TargetId;
use rand::RngExt;
use rand_pcg::Pcg64Mcg;

use super::operators::{Applied, OPERATORS, Subject};
use crate::gene::weighted_index;
use crate::impact::{Impacts, Input};
use crate::knowledge::Knowledge;
use crate::options::MioParameters;
use crate::{Action, Individual, Sampler, TaintNumbers, TemplateId, taint};

/// Probability that one more input is mutated, after each, where impacts are left out.
const ONE_MORE: f64 = 0.25;
/// Most inputs mutated at once.
const MOST_INPUTS: usize = 4;
/// How much more often an input with facts that were not tried is chosen.
const UNTRIED_WEIGHT: f64 = 5.0;
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
    /// What inputs have done for the target that is climbed to, where that is asked.
    pub impacts: Option<(&'a Impacts, TargetId)>,
}

/// Mutates inputs: a few, chosen by their size and by what they have done for the target. Answers which
/// were changed.
pub(crate) fn mutate_inputs(
    individual: &mut Individual,
    guide: Guide<'_>,
    rng: &mut Pcg64Mcg,
) -> Vec<Input> {
    let Guide { parameters, used, knowledge, sampler, impacts } = guide;
    let one_more = match impacts {
        Some(_) => Impacts::one_more(used, parameters.focus),
        None => ONE_MORE,
    };
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
    let mut inputs: Vec<Input> = Vec::new();
    let mut changed = 0;
    for _ in 0..ATTEMPTS {
        let weights: Vec<f64> =
            places.iter().map(|place| weight(subject.individual, *place, impacts)).collect();
        let Some(chosen) = weighted_index(&weights, rng) else { break };
        if change(&mut subject, chosen, rng) {
            changed += 1;
            let (action, gene) = places[chosen];
            let template = subject.individual.action(action).map(|action| action.template);
            let input = (template.unwrap_or(TemplateId(0)), gene);
            if !inputs.contains(&input) {
                inputs.push(input);
            }
        }
        if changed >= MOST_INPUTS || (changed > 0 && !rng.random_bool(one_more)) {
            break;
        }
    }
    let fresh = |template, parameter| probability * knowledge.taint_share(template, parameter);
    taint::taint_fresh_by(individual, &fresh, rng);
    inputs
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

fn weight(
    individual: &Individual,
    (action, parameter): (usize, usize),
    impacts: Option<(&Impacts, TargetId)>,
) -> f64 {
    let Some(action) = individual.action(action) else { return 0.0 };
    let gene = &action.genes[parameter];
    let mut weight = gene.weight();
    gene.visit_texts(&mut |text| {
        if text.has_untried() {
            weight += UNTRIED_WEIGHT;
        }
    });
    let factor = |(impacts, target): (&Impacts, TargetId)| {
        impacts.factor(target, (action.template, parameter))
    };
    weight * impacts.map_or(1.0, factor)
}

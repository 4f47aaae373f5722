//! How individuals are varied: their inputs, and what sampling leaves to the search.

use nearmiss_targets::TargetId;
use rand::RngExt;
use rand_pcg::Pcg64Mcg;

use crate::gene::{MutationContext, TaintUse, weighted_index};
use crate::impact::{Impacts, Input};
use crate::knowledge::Knowledge;
use crate::options::MioParameters;
use crate::taint::{self, TaintNumbers};
use crate::{Action, GeneValue, Individual, Sampler};

/// Probability that one more input is mutated, after each, where impacts are left out.
const ONE_MORE: f64 = 0.25;
/// Most inputs mutated at once.
const MOST_INPUTS: usize = 4;
/// Share of mutations that copy the value of another input: equal inputs are what much code asks
/// for (an equilateral triangle, a repeated password).
const COPY: f64 = 0.06;
/// Share of mutations that give an input a value that it has been compared with before, if there is one.
const RECALL: f64 = 0.2;
/// Share of mutations that give an input a value that the problem has seen, or take it from another call.
const RECALL_SEEN: f64 = 0.1;
/// Share of copied text that is put into the other text rather than in its place: much code looks
/// for one input in another.
const COMBINE: f64 = 0.5;
/// Share of copied numbers that are put beside the other number rather than on it: bounds are asked
/// for as often as equality.
const BESIDE: f64 = 0.5;
/// Share of mutations that move the numbers of an action together: a condition on their difference
/// or ratio that one of them alone would break stays as it is.
const TOGETHER: f64 = 0.06;
/// How much more often an input with facts that were not tried is chosen.
const UNTRIED_WEIGHT: f64 = 5.0;
/// Share of shortenings that leave one action (and those it is linked to); the others leave half.
const ISOLATE: f64 = 0.6;
/// Attempts to change anything.
const ATTEMPTS: usize = 8;

/// Finishes a sampled individual: taints fresh text, and violates schemas now and then.
pub(crate) fn finish_sample(
    individual: &mut Individual,
    parameters: &MioParameters,
    with_taint: bool,
    knowledge: &Knowledge,
    rng: &mut Pcg64Mcg,
) {
    if with_taint {
        finish_structure(individual, parameters, knowledge, rng);
    }
    for index in 0..individual.actions.len() {
        deviate(individual, index, parameters, with_taint, rng);
    }
}

/// Finishes an individual whose calls were changed: taints the fresh text of new actions.
pub(crate) fn finish_structure(
    individual: &mut Individual,
    parameters: &MioParameters,
    knowledge: &Knowledge,
    rng: &mut Pcg64Mcg,
) {
    taint::separate_copies(individual);
    let probability =
        |template, parameter| parameters.taint_sampled * knowledge.taint_share(template, parameter);
    taint::taint_fresh_by(individual, &probability, rng);
}

/// Violates the schema of an action, or tries taint in the place of constrained text, rarely.
fn deviate(
    individual: &mut Individual,
    index: usize,
    parameters: &MioParameters,
    with_taint: bool,
    rng: &mut Pcg64Mcg,
) {
    let count = individual.actions[index].genes.len();
    if count == 0 {
        return;
    }
    if rng.random_bool(parameters.violation) {
        let gene = rng.random_range(0..count);
        individual.actions[index].genes[gene].violate(rng);
    }
    if with_taint && rng.random_bool(parameters.taint_constrained) {
        let number = TaintNumbers::of(individual).fresh();
        let gene = rng.random_range(0..count);
        individual.actions[index].genes[gene].override_with_taint(number, rng);
    }
}

/// Mutates inputs: a few, chosen by their size and by what they have done for `target`. Answers which
/// were changed.
pub(crate) fn mutate_inputs(
    individual: &mut Individual,
    parameters: &MioParameters,
    used: f64,
    knowledge: &Knowledge,
    sampler: &dyn Sampler,
    impacts: Option<(&Impacts, TargetId)>,
    rng: &mut Pcg64Mcg,
) -> Vec<Input> {
    let one_more = match impacts {
        Some(_) => Impacts::one_more(used, parameters.focus),
        None => ONE_MORE,
    };
    let mut inputs: Vec<Input> = Vec::new();
    let constants = knowledge.constants();
    let places: Vec<(usize, usize)> = individual
        .actions
        .iter()
        .enumerate()
        .flat_map(|(index, action)| {
            (0..action.genes.len())
                .filter(|gene| !is_linked(action, *gene))
                .map(move |gene| (index, gene))
        })
        .collect();
    let mut numbers = TaintNumbers::of(individual);
    let probability = parameters.taint_mutated.at(used, parameters.focus);
    let mut changed = 0;
    for _ in 0..ATTEMPTS {
        let weights: Vec<f64> = places
            .iter()
            .map(|place| {
                let factor = impacts.map_or(1.0, |(impacts, target)| {
                    impacts.factor(target, (individual.actions[place.0].template, place.1))
                });
                weight(individual, *place) * factor
            })
            .collect();
        let Some(chosen) = weighted_index(&weights, rng) else { break };
        let (action, gene) = places[chosen];
        let before_this = changed;
        if (rng.random_bool(RECALL)
            && recall(individual, (action, gene), knowledge, &mut numbers, rng))
            || (rng.random_bool(RECALL_SEEN) && sampler.recall(individual, action, gene, rng))
        {
            changed += 1;
        } else if rng.random_bool(parameters.violation) {
            let before = individual.actions[action].genes[gene].value();
            individual.actions[action].genes[gene].violate(rng);
            changed += usize::from(individual.actions[action].genes[gene].value() != before);
        } else if (rng.random_bool(TOGETHER) && move_together(individual, action, rng))
            || (rng.random_bool(COPY) && copy_value(individual, &places, chosen, rng))
        {
            changed += 1;
        } else {
            if rng.random_bool(probability * parameters.taint_constrained) {
                let number = numbers.fresh();
                individual.actions[action].genes[gene].override_with_taint(number, rng);
            }
            let template = individual.actions[action].template;
            let whole = knowledge.taint_share(template, gene);
            let taint = TaintUse { probability, whole, numbers: &mut numbers };
            let mut context = MutationContext { rng, taint: Some(taint), constants };
            let mutated = individual.actions[action].genes[gene].mutate(&mut context);
            changed += usize::from(mutated.changed());
        }
        let input = (individual.actions[action].template, gene);
        if changed > before_this && !inputs.contains(&input) {
            inputs.push(input);
        }
        if changed >= MOST_INPUTS || (changed > 0 && !rng.random_bool(one_more)) {
            break;
        }
    }
    let fresh = |template, parameter| probability * knowledge.taint_share(template, parameter);
    taint::taint_fresh_by(individual, &fresh, rng);
    inputs
}

/// Leaves one action or a random half, with the actions that they are linked to. An individual that
/// was sampled long is mostly ballast for a target: shortening costs few calls and makes every later
/// mutation cheaper and more to the point. Answers whether anything was taken out.
pub(crate) fn shorten(individual: &mut Individual, rng: &mut Pcg64Mcg) -> bool {
    let count = individual.actions.len();
    if count < 2 {
        return false;
    }
    let mut kept = vec![false; count];
    kept[rng.random_range(0..count)] = true;
    if !rng.random_bool(ISOLATE) {
        for keep in &mut kept {
            *keep |= rng.random_bool(0.4);
        }
    }
    // Links go to earlier actions, so one pass from the end finds all that is needed.
    for index in (0..count).rev() {
        if kept[index] {
            for link in &individual.actions[index].links {
                kept[link.from] = true;
            }
        }
    }
    for index in (0..count).rev().filter(|index| !kept[*index]) {
        individual.remove_action(index);
    }
    individual.actions.len() < count
}

fn is_linked(action: &Action, parameter: usize) -> bool {
    action.links.iter().any(|link| link.parameter == parameter && link.path.is_empty())
}

fn weight(individual: &Individual, (action, gene): (usize, usize)) -> f64 {
    let gene = &individual.actions[action].genes[gene];
    let mut weight = gene.weight();
    gene.visit_texts(&mut |text| {
        if text.has_untried() {
            weight += UNTRIED_WEIGHT;
        }
    });
    weight
}

/// Copies the value of another input into this one, if it takes it and it is not tainted.
fn copy_value(
    individual: &mut Individual,
    places: &[(usize, usize)],
    chosen: usize,
    rng: &mut Pcg64Mcg,
) -> bool {
    let (from_action, from_gene) = places[rng.random_range(0..places.len())];
    let source = &individual.actions[from_action].genes[from_gene];
    let mut tainted = false;
    source.visit_texts(&mut |text| tainted |= text.taint_number().is_some());
    let value = source.value();
    let (action, gene) = places[chosen];
    let gene = &mut individual.actions[action].genes[gene];
    if let GeneValue::Text(units) = &value
        && !tainted
        && rng.random_bool(COMBINE)
    {
        return gene.combine_text(units, rng);
    }
    let value = if rng.random_bool(BESIDE) { beside(value, rng) } else { value };
    !tainted && gene.value() != value && gene.set_value(&value)
}

/// Gives an input a value that it has met before, or what one of its texts was told.
fn recall(
    individual: &mut Individual,
    (action, gene): (usize, usize),
    knowledge: &Knowledge,
    numbers: &mut TaintNumbers,
    rng: &mut Pcg64Mcg,
) -> bool {
    let action = &mut individual.actions[action];
    let known = knowledge.met().known(action.template, gene);
    let told = knowledge.told(action.template, gene);
    if known.is_empty() && told.is_empty() {
        return false;
    }
    let gene = &mut action.genes[gene];
    let chosen = rng.random_range(0..known.len() + told.len());
    if let Some(known) = known.get(chosen) {
        return gene.recall(known, rng);
    }
    let (rank, specialisation) = &told[chosen - known.len()];
    let number = numbers.fresh();
    let (mut at, mut done) = (0, false);
    gene.visit_texts_mut(&mut |text| {
        done |= at == *rank && text.recall(specialisation, number, rng);
        at += 1;
    });
    done
}

/// A number plus or minus 1, 2, 4, 8 or 16; anything else as it is.
fn beside(value: GeneValue, rng: &mut Pcg64Mcg) -> GeneValue {
    let size = 1_i32 << rng.random_range(0..5);
    let offset = if rng.random() { size } else { -size };
    match value {
        GeneValue::Integer(value) => GeneValue::Integer(value.saturating_add(offset.into())),
        GeneValue::Double(value) => GeneValue::Double(value + f64::from(offset)),
        value => value,
    }
}

/// Adds the same to all numbers of an action, or multiplies them by the same. Answers whether two
/// or more changed; those whose constraints forbid it stay.
fn move_together(individual: &mut Individual, action: usize, rng: &mut Pcg64Mcg) -> bool {
    let decade: f64 = 10_f64.powi(rng.random_range(-1..=5));
    let offset = if rng.random() { decade } else { -decade };
    let factor = [2.0, 10.0, 0.5, 0.1][rng.random_range(0..4)];
    let by_factor = rng.random_bool(0.5);
    let moved = |value: f64| if by_factor { value * factor } else { value + offset };
    let mut changed = 0;
    for gene in &mut individual.actions[action].genes {
        let value = match gene.value() {
            // Rounded to whole numbers, where the cast saturates.
            GeneValue::Integer(value) => GeneValue::Integer(moved(value as f64).round() as i64),
            GeneValue::Double(value) => GeneValue::Double(moved(value)),
            _ => continue,
        };
        changed += usize::from(gene.value() != value && gene.set_value(&value));
    }
    changed > 1
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;

    use super::*;
    use crate::{Link, TemplateId};

    #[test]
    fn shortening_keeps_what_is_linked() {
        let action = |template, links: &[usize]| Action {
            template: TemplateId(template),
            genes: Vec::new(),
            links: links.iter().map(|from| Link { from: *from, ..Link::default() }).collect(),
            user: None,
        };
        let mut sizes = std::collections::BTreeSet::new();
        for seed in 0..200 {
            let mut rng = Pcg64Mcg::seed_from_u64(seed);
            let mut individual = Individual {
                actions: vec![
                    action(0, &[]),
                    action(1, &[0]),
                    action(2, &[]),
                    action(3, &[1]),
                    action(4, &[]),
                ],
                ..Individual::default()
            };
            let changed = shorten(&mut individual, &mut rng);
            sizes.insert(individual.actions.len());
            assert_eq!(changed, individual.actions.len() < 5);
            assert!(!individual.actions.is_empty());
            for (index, action) in individual.actions.iter().enumerate() {
                let wanted = match action.template.0 {
                    1 => Some(0),
                    3 => Some(1),
                    _ => None,
                };
                let from = action.links.first().map(|link| {
                    assert!(link.from < index);
                    individual.actions[link.from].template.0
                });
                assert_eq!(from, wanted);
            }
        }
        assert!(sizes.contains(&1) && sizes.contains(&3), "{sizes:?}");
    }
}

//! What sampling and new calls leave to the search: taint, and violations of schemas.

use rand::RngExt;
use rand_pcg::Pcg64Mcg;

use crate::gene::Gene;
use crate::knowledge::Knowledge;
use crate::options::MioParameters;
use crate::{Individual, TaintNumbers, taint};

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
    for index in 0..individual.calls.len() + individual.setup.len() {
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
    let count = individual.action(index).map_or(0, |action| action.genes.len());
    if count == 0 {
        return;
    }
    if rng.random_bool(parameters.violation) {
        let gene = rng.random_range(0..count);
        gene_of(individual, index, gene).violate(rng);
    }
    if with_taint && rng.random_bool(parameters.taint_constrained) {
        let number = TaintNumbers::of(individual).fresh();
        let gene = rng.random_range(0..count);
        gene_of(individual, index, gene).override_with_taint(number, rng);
    }
}

fn gene_of(individual: &mut Individual, action: usize, gene: usize) -> &mut Gene {
    let action = individual.action_mut(action);
    &mut action.unwrap_or_else(|| unreachable!("it has genes")).genes[gene]
}

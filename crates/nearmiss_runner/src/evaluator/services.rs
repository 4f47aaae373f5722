//! Services that a test has called: targets, and answers for those that nobody has answered.

use std::collections::BTreeSet;

use nearmiss_problem::{AskedService, Call, ReadAnswer, ToldService};
use nearmiss_search::{Evaluation, Individual, individual_rng};
use nearmiss_targets::layout::fact;

use super::SutEvaluator;
use super::lane::Lane;
use super::lane_test::Settled;
use super::run::Seen;
use crate::shared_map::Drained;

/// Seed of the answers that are made; each test has a number of its own.
const ANSWERS: u64 = 0x5E41;

impl SutEvaluator<'_> {
    /// Takes in what a test has shown of services.
    pub(super) fn note_services(
        &mut self,
        individual: &Individual,
        steps: &[Call],
        settled: &Settled,
        (seen, evaluation): (&mut Seen, &mut Evaluation),
    ) {
        if !evaluation.disturbed {
            evaluation.unused_setup = unused(individual, &settled.services);
        }
        if settled.services.is_empty() {
            return;
        }
        let mut rng = individual_rng(ANSWERS, self.calls);
        seen.keys.extend(self.problem.note_services(
            individual,
            steps,
            &settled.services,
            &mut rng,
        ));
    }
}

/// Lists the answers of a test that were not given, by their indexes among what is set up.
fn unused(individual: &Individual, told: &[ToldService]) -> Vec<usize> {
    let given: BTreeSet<usize> = told
        .iter()
        .filter_map(|told| match told {
            ToldService::Asked(asked) => asked.answered(),
            ToldService::Read(_) => None,
        })
        .collect();
    let setup = individual.setup.iter().enumerate();
    let answers = setup.filter(|(_, action)| action.template.service().is_some());
    let unused = answers.enumerate().filter(|(number, _)| !given.contains(number));
    unused.map(|(_, (index, _))| index).collect()
}

impl Lane {
    /// Reads what a test has shown of services.
    pub(super) fn services(drained: &[Drained]) -> Vec<ToldService> {
        let facts = drained.iter().flat_map(|thread| &thread.facts);
        let told = facts.filter_map(|(kind, call, _, text)| {
            let text = || String::from_utf16_lossy(text);
            match *kind {
                fact::SERVICE => {
                    AskedService::read((*call).into(), &text()).map(ToldService::Asked)
                }
                fact::ANSWER => ReadAnswer::read(&text()).map(ToldService::Read),
                _ => None,
            }
        });
        told.collect()
    }
}

//! Runs of tests after the search.

use std::collections::BTreeSet;
use std::sync::Arc;

use nearmiss_targets::TargetId;

use crate::fault::repeated_faults;
use crate::{Answers, EvaluatedIndividual, Evaluation, Evaluator, Individual};

/// A suite some of whose tests have calls more.
#[derive(Clone, Debug, Default)]
pub struct Lengthened {
    /// The tests, in their order.
    pub tests: Vec<Arc<EvaluatedIndividual>>,
    /// Tests that have calls more.
    pub longer: usize,
    /// Calls that were made to find out.
    pub calls: u64,
}

/// Findings of a run of a test.
pub(crate) struct Shown {
    pub covered: BTreeSet<TargetId>,
    pub answers: Answers,
    pub evaluation: Evaluation,
}

/// Runs a test; what it covers is complete, unless it lost the SUT.
pub(crate) fn run(individual: &Individual, evaluator: &mut dyn Evaluator) -> Shown {
    let evaluation = evaluator.evaluate(individual);
    let hits = evaluation.hits.iter().filter(|hit| evaluation.covers(hit));
    let mut covered: BTreeSet<TargetId> = hits.map(|hit| hit.target).collect();
    let mut answers = evaluator.answers();
    if evaluation.disturbed {
        answers = Answers::Missing;
    } else {
        covered.extend(evaluator.covered_again());
    }
    Shown { covered, answers, evaluation }
}

/// Makes the test of an individual that was run twice: it shows what both runs did.
pub(crate) fn seen_twice(
    number: u64,
    individual: Individual,
    first: &Shown,
    again: Shown,
) -> EvaluatedIndividual {
    EvaluatedIndividual {
        number,
        individual,
        covered: first.covered.intersection(&again.covered).copied().collect(),
        faults: repeated_faults(&first.evaluation.faults, &again.evaluation.faults),
        strayed: again.evaluation.strayed,
    }
}

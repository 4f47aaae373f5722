//! From what the search kept to tests that may be written.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use nearmiss_problem::Problem;
use nearmiss_search::{Cause, EvaluatedIndividual, Minimised, SearchOutcome};
use nearmiss_writer::CaseKind;

use super::Kept;
use super::causes::shown_causes;
use crate::auth::Secrets;

/// The tests of the archive that the suite does without, shorter ones first.
pub fn not_in_the_suite(
    suite: &Minimised,
    outcome: &SearchOutcome,
) -> Vec<Arc<EvaluatedIndividual>> {
    let mut seen: BTreeSet<u64> = suite.tests.iter().map(|test| test.number).collect();
    let archive = outcome.archive.values();
    let mut others: Vec<_> = archive.filter(|test| seen.insert(test.number)).cloned().collect();
    others.sort_by_key(|test| (test.individual.calls.len(), test.number));
    others
}

/// The tests to write, without secrets, and how many cannot be written without one.
pub fn kept_tests(
    problem: &dyn Problem,
    (tests, causes): (&[Arc<EvaluatedIndividual>], &BTreeMap<u64, Cause>),
    secrets: &Secrets,
) -> (Vec<Kept>, usize) {
    let mut unwritable = 0;
    let causes = shown_causes(problem, tests, causes);
    let tests = tests.iter().filter_map(|evaluated| {
        let faults = evaluated.faults.clone();
        let kind = if faults.is_empty() { CaseKind::Success } else { CaseKind::Fault };
        let individual = evaluated.individual.clone();
        let mut test = problem.lower_as_handled(evaluated);
        if !secrets.known.conceal_test(&mut test) {
            unwritable += 1;
            return None;
        }
        let (told_elsewhere, covered) = (Vec::new(), evaluated.covered.clone());
        let cause = causes.get(&evaluated.number).cloned();
        Some(Kept { test, individual, faults, told_elsewhere, kind, covered, cause })
    });
    let tests = tests.collect();
    (tests, unwritable)
}

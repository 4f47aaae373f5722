//! Tests of a search as a SUT shows them that was just started.

use std::collections::BTreeMap;
use std::sync::Arc;

use nearmiss_targets::TargetId;

use crate::after_run::run;
use crate::fault::repeated_faults;
use crate::{EvaluatedIndividual, Evaluator, SearchOutcome};

/// Answers an outcome without what the tests of a search showed only because of what others had left: each target is
/// covered by the shortest test that covers it where the evaluator begins each from the same state. Runs the tests of
/// `suite` once each, then the others. `None` when the evaluator stops before it has run all of the suite.
pub fn afresh(
    suite: &[Arc<EvaluatedIndividual>],
    outcome: &SearchOutcome,
    evaluator: &mut dyn Evaluator,
) -> Option<SearchOutcome> {
    let mut tests: BTreeMap<u64, &Arc<EvaluatedIndividual>> =
        outcome.archive.values().map(|test| (test.number, test)).collect();
    for test in suite {
        tests.remove(&test.number);
    }
    let mut archive: BTreeMap<TargetId, Arc<EvaluatedIndividual>> = BTreeMap::new();
    for (index, test) in suite.iter().chain(tests.into_values()).enumerate() {
        if evaluator.stopped() {
            if index < suite.len() {
                return None;
            }
            break;
        }
        let test = as_shown(test, outcome, evaluator);
        for target in &test.covered {
            let length = |test: &EvaluatedIndividual| (test.individual.calls.len(), test.number);
            let best = archive.entry(*target).or_insert_with(|| Arc::clone(&test));
            if length(&test) < length(best) {
                *best = Arc::clone(&test);
            }
        }
    }
    Some(SearchOutcome { archive, ..outcome.clone() })
}

/// Runs a test, and answers it with what it shows of what it is archived for. One that loses the SUT stays what it was:
/// nobody knows what it covers.
fn as_shown(
    test: &Arc<EvaluatedIndividual>,
    outcome: &SearchOutcome,
    evaluator: &mut dyn Evaluator,
) -> Arc<EvaluatedIndividual> {
    let shown = run(&test.individual, evaluator);
    if shown.evaluation.disturbed {
        return Arc::clone(test);
    }
    let known = shown.covered.into_iter().filter(|target| outcome.archive.contains_key(target));
    Arc::new(EvaluatedIndividual {
        number: test.number,
        individual: test.individual.clone(),
        covered: known.collect(),
        faults: repeated_faults(&test.faults, &shown.evaluation.faults),
        strayed: shown.evaluation.strayed,
    })
}

#[cfg(test)]
mod tests {
    use nearmiss_targets::COVERED;

    use super::*;
    use crate::separate::tests::{call, test};
    use crate::{Evaluation, Hit, Individual};

    /// A SUT that covers the numbers of a test's calls, and 20 for a call 2 behind a call 1.
    struct Fresh {
        left: u32,
    }

    impl Evaluator for Fresh {
        fn evaluate(&mut self, individual: &Individual) -> Evaluation {
            self.left -= 1;
            let numbers: Vec<u32> = individual.calls.iter().map(|call| call.template.0).collect();
            let has_pair = numbers.windows(2).any(|pair| pair == [1, 2]);
            let covered = numbers.into_iter().chain(has_pair.then_some(20));
            let hits = covered.map(|target| Hit { target: TargetId(target), h: COVERED });
            Evaluation { hits: hits.collect(), ..Evaluation::default() }
        }

        fn stopped(&self) -> bool {
            self.left == 0
        }

        fn used(&self) -> f64 {
            0.0
        }
    }

    fn found(left: u32) -> Option<Vec<(u32, u64)>> {
        let calls = |numbers: &[u32]| numbers.iter().map(|number| call(*number, None)).collect();
        let (leaning, whole) = (test(0, calls(&[2]), &[2, 20]), test(1, calls(&[1, 2]), &[1, 20]));
        let archive = [(2, &leaning), (20, &leaning), (1, &whole), (7, &leaning)];
        let archive = archive.map(|(target, test)| (TargetId(target), Arc::clone(test)));
        let outcome = SearchOutcome { archive: archive.into(), ..SearchOutcome::default() };
        let outcome = afresh(&[leaning], &outcome, &mut Fresh { left })?;
        Some(outcome.archive.iter().map(|(target, test)| (target.0, test.number)).collect())
    }

    #[test]
    fn a_target_goes_to_a_test_that_covers_it_by_itself() {
        // Nobody covers 7 without what others left.
        assert_eq!(found(9), Some(vec![(1, 1), (2, 0), (20, 1)]));
    }

    #[test]
    fn a_suite_that_was_not_run_to_its_end_is_not_known() {
        assert_eq!(found(1), Some(vec![(2, 0)]));
        assert_eq!(found(0), None);
    }
}

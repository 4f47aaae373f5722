//! Whether tests show the same whatever other tests stand before them.

use std::collections::BTreeSet;
use std::sync::Arc;

use nearmiss_targets::TargetId;

use crate::after_run::{Shown, run};
use crate::{Answers, EvaluatedIndividual, Evaluator, Fault, SearchOutcome};

/// Tells whether tests together show all that they are in the suite for in this order and in the opposite one, in a SUT
/// that was just started, and each is answered alike in both, unless it never is: nothing that one leaves is needed by
/// another, though nothing resets the SUT. What is done once in each process is shown by whichever comes first. False
/// when the evaluator stops.
pub fn stand_alone(
    suite: &[Arc<EvaluatedIndividual>],
    outcome: &SearchOutcome,
    evaluator: &mut dyn Evaluator,
) -> bool {
    let needed: BTreeSet<TargetId> =
        suite.iter().flat_map(|test| outcome.covered_by(test)).collect();
    let mut way = |order: &mut dyn Iterator<Item = &Arc<EvaluatedIndividual>>| {
        let mut covered = BTreeSet::new();
        let mut answered: Vec<(u64, Vec<usize>, Answers)> = Vec::new();
        evaluator.begin_afresh();
        for test in order {
            let shown = run(&test.individual, evaluator);
            if evaluator.stopped() || !is_answered(test, &shown) {
                return None;
            }
            covered.extend(shown.covered);
            answered.push((test.number, shown.evaluation.refused, shown.answers));
        }
        answered.sort_by_key(|(number, ..)| *number);
        needed.is_subset(&covered).then_some(answered)
    };
    let Some(forth) = way(&mut suite.iter()) else { return false };
    let Some(again) = way(&mut suite.iter()) else { return false };
    let Some(back) = way(&mut suite.iter().rev()) else { return false };
    let is_alike = |one: &(u64, Vec<usize>, Answers), other: &(u64, Vec<usize>, Answers)| {
        one.1 == other.1 && one.2.are_like(&other.2)
    };
    let tests = forth.iter().zip(&again).zip(&back);
    let mut tests = tests.map(|((one, again), back)| (is_alike(one, again), is_alike(one, back)));
    tests.all(|(is_steady, is_same)| is_same || !is_steady)
}

/// Tells whether a test was answered, and shows its faults.
fn is_answered(test: &EvaluatedIndividual, shown: &Shown) -> bool {
    let faults = &shown.evaluation.faults;
    let has = |(place, fault): &(usize, Fault)| {
        faults.iter().any(|(at, other)| at == place && other.is_same_as(fault))
    };
    shown.answers != Answers::Missing && test.faults.iter().all(has)
}

#[cfg(test)]
mod tests {
    use nearmiss_targets::COVERED;

    use super::*;
    use crate::separate::tests::{call, test};
    use crate::{Evaluation, Hit, Individual};

    /// A SUT that is never reset, in which call 2 covers 20 once a call 1 was made, and call 3 once no call 2 was. Call 5 is
    /// answered otherwise each time, call 6 by how many came before it.
    #[derive(Default)]
    struct Remembers {
        made: Vec<u32>,
        starts: u32,
        runs: u32,
    }

    impl Evaluator for Remembers {
        fn evaluate(&mut self, individual: &Individual) -> Evaluation {
            let mut hits = Vec::new();
            for number in individual.calls.iter().map(|call| call.template.0) {
                let is_made = |other: u32| self.made.contains(&other);
                hits.push(match number {
                    2 if is_made(1) => 20,
                    3 if !is_made(2) => 30,
                    number => number,
                });
                self.made.push(number);
            }
            let hit = |target: u32| Hit { target: TargetId(target), h: COVERED };
            let calls = individual.calls.len() as u32;
            Evaluation { hits: hits.into_iter().map(hit).collect(), calls, ..Evaluation::default() }
        }

        fn answers(&mut self) -> Answers {
            self.runs += 1;
            Answers::Good(match self.made.last() {
                Some(5) => vec![self.runs],
                Some(6) => vec![self.made.len() as u32],
                _ => Vec::new(),
            })
        }

        fn begin_afresh(&mut self) {
            self.made.clear();
            self.starts += 1;
        }

        fn stopped(&self) -> bool {
            false
        }

        fn used(&self) -> f64 {
            0.0
        }
    }

    fn stand(tests: &[(&[u32], &[u32])]) -> (bool, u32) {
        let calls = |numbers: &[u32]| numbers.iter().map(|number| call(*number, None)).collect();
        let tests = tests.iter().enumerate();
        let suite: Vec<_> = tests
            .map(|(number, (made, covered))| test(number as u64, calls(made), covered))
            .collect();
        let archive = suite
            .iter()
            .flat_map(|test| test.covered.iter().map(|target| (*target, Arc::clone(test))))
            .collect();
        let outcome = SearchOutcome { archive, ..SearchOutcome::default() };
        let mut sut = Remembers::default();
        (stand_alone(&suite, &outcome, &mut sut), sut.starts)
    }

    #[test]
    fn tests_that_make_what_they_need_stand_alone() {
        assert_eq!(stand(&[(&[1], &[1]), (&[1, 2], &[1, 20]), (&[4], &[4])]), (true, 3));
    }

    #[test]
    fn what_needs_an_earlier_test_does_not() {
        assert_eq!(stand(&[(&[1], &[1]), (&[2], &[20])]), (false, 3));
        // Nor what an earlier one is in the way of: the other order shows it.
        assert_eq!(stand(&[(&[3], &[30]), (&[1, 2], &[20])]), (false, 3));
    }

    #[test]
    fn what_is_answered_by_what_others_left_does_not_stand_alone() {
        assert_eq!(stand(&[(&[1], &[1]), (&[5], &[5])]), (true, 3));
        assert_eq!(stand(&[(&[1], &[1]), (&[6], &[6])]), (false, 3));
    }

    #[test]
    fn what_a_search_has_left_is_not_there_any_more() {
        assert_eq!(stand(&[(&[2], &[20])]), (false, 1));
    }
}

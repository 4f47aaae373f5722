//! Operations that a suite shows succeeding only on the way to something else: each gets a test of its own.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use crate::after_run::{Lengthened, run};
use crate::separate::led_from;
use crate::{Answers, EvaluatedIndividual, Evaluator, Individual, SearchOutcome, TemplateId};

/// Tests that are tried for one operation.
const TRIED: usize = 3;

/// Adds a test for each operation that no test ends with, done as it asks, and some test calls on its way: the calls that
/// lead to it there, where they succeed, twice, and no fault shows. Ends early when the evaluator stops.
pub fn succeed(
    suite: &[Arc<EvaluatedIndividual>],
    outcome: &SearchOutcome,
    evaluator: &mut dyn Evaluator,
) -> Lengthened {
    let mut done = Lengthened { tests: suite.to_vec(), ..Lengthened::default() };
    let last = suite.iter().map(|test| test.number + 1).max();
    let mut number = outcome.individuals.max(last.unwrap_or_default());
    let mut work = Work { evaluator, calls: 0 };
    for beginnings in work.missing(suite).into_values() {
        let mut tried = beginnings.into_iter().take(TRIED);
        if let Some(test) = tried.find_map(|beginning| work.succeeding(beginning, number)) {
            number += 1;
            done.longer += 1;
            done.tests.push(Arc::new(test));
        }
    }
    done.calls = work.calls;
    done
}

struct Work<'a> {
    evaluator: &'a mut dyn Evaluator,
    calls: u64,
}

impl Work<'_> {
    /// Answers what leads to a success of each operation that no test is about, the shortest first.
    fn missing(
        &mut self,
        suite: &[Arc<EvaluatedIndividual>],
    ) -> BTreeMap<TemplateId, Vec<Individual>> {
        let mut shown: BTreeSet<TemplateId> = BTreeSet::new();
        let mut ways: BTreeMap<TemplateId, Vec<Individual>> = BTreeMap::new();
        let is_plain = |individual: &Individual| !individual.soaks && !individual.is_long();
        for test in suite.iter().filter(|test| is_plain(&test.individual)) {
            if self.evaluator.stopped() {
                return BTreeMap::new();
            }
            let calls = &test.individual.calls;
            let faulty: BTreeSet<usize> = test.faults.iter().map(|(call, _)| *call).collect();
            let ran = run(&test.individual, self.evaluator);
            self.calls += u64::from(ran.evaluation.calls);
            let refused: BTreeSet<usize> = ran.evaluation.refused.iter().copied().collect();
            if matches!(ran.answers, Answers::Good(_)) && faulty.is_empty() {
                shown.extend(calls.last().map(|call| call.template));
            }
            for (index, call) in calls.iter().enumerate() {
                if refused.contains(&index) || faulty.contains(&index) {
                    continue;
                }
                let known = ways.entry(call.template).or_default();
                known.extend(led_from(&test.individual, index));
            }
        }
        ways.retain(|template, _| !shown.contains(template));
        for beginnings in ways.values_mut() {
            beginnings.sort_by_key(|beginning| beginning.calls.len());
        }
        ways
    }

    /// The test of some calls; `None` if one does not do what it asks for.
    fn succeeding(&mut self, individual: Individual, number: u64) -> Option<EvaluatedIndividual> {
        let mut runs = Vec::new();
        for _ in 0..2 {
            if self.evaluator.stopped() {
                return None;
            }
            let ran = run(&individual, self.evaluator);
            self.calls += u64::from(ran.evaluation.calls);
            let is_sound = ran.evaluation.faults.is_empty() && !ran.evaluation.disturbed;
            if !matches!(ran.answers, Answers::Good(_)) || !is_sound {
                return None;
            }
            runs.push(ran);
        }
        let again = runs.pop()?;
        let first = runs.pop()?;
        Some(EvaluatedIndividual {
            number,
            individual,
            covered: first.covered.intersection(&again.covered).copied().collect(),
            faults: Vec::new(),
            strayed: again.evaluation.strayed,
        })
    }
}

#[cfg(test)]
mod tests {
    use nearmiss_targets::{COVERED, TargetId};

    use super::*;
    use crate::separate::tests::{call, calls_of, test};
    use crate::{Evaluation, Hit};

    /// A SUT that refuses call 9, and call 3 without a call 1 before it. Each covers its number.
    #[derive(Default)]
    struct Shop(Answers);

    impl Evaluator for Shop {
        fn evaluate(&mut self, individual: &Individual) -> Evaluation {
            let calls: Vec<u32> = individual.calls.iter().map(|call| call.template.0).collect();
            let is_refused = |(index, call): (usize, &u32)| {
                *call == 9 || *call == 3 && !calls[..index].contains(&1)
            };
            let refused: Vec<usize> =
                (0..calls.len()).filter(|index| is_refused((*index, &calls[*index]))).collect();
            self.0 = match refused.is_empty() {
                true => Answers::Good(Vec::new()),
                false => Answers::Refused(0),
            };
            let hit = |target: &u32| Hit { target: TargetId(*target), h: COVERED };
            let (hits, made) = (calls.iter().map(hit).collect(), calls.len() as u32);
            Evaluation { hits, refused, calls: made, ..Evaluation::default() }
        }

        fn answers(&mut self) -> Answers {
            self.0.clone()
        }

        fn stopped(&self) -> bool {
            false
        }

        fn used(&self) -> f64 {
            0.0
        }
    }

    #[test]
    fn what_succeeds_on_the_way_alone_has_a_test_of_its_own() {
        let calls = |numbers: &[u32]| numbers.iter().map(|number| call(*number, None)).collect();
        let suite = [
            test(0, calls(&[1]), &[1]),
            test(1, calls(&[2, 1, 3, 9]), &[1, 2, 3, 9]),
            test(2, calls(&[3]), &[3]),
        ];
        let done = succeed(&suite, &SearchOutcome::default(), &mut Shop::default());
        let new = [vec![2], vec![2, 1, 3]];
        assert_eq!((&calls_of(&done.tests)[3..], done.longer), (&new[..], 2));
        assert_eq!(done.tests[4].covered, [1, 2, 3].map(TargetId));
        assert_eq!((done.tests[3].number, done.tests[4].number), (3, 4));
    }
}

//! Which changed tests stand where nothing is reset: a run shows little there, since it finds what earlier ones have left.

use std::collections::BTreeSet;
use std::sync::Arc;

use nearmiss_targets::TargetId;

use crate::after_run::run;
use crate::{EvaluatedIndividual, Evaluator};

/// Rounds in which tests are put back.
const MOST_ROUNDS: usize = 4;

/// A suite as it stands.
#[derive(Clone, Debug, Default)]
pub struct Standing {
    /// The tests.
    pub tests: Vec<Arc<EvaluatedIndividual>>,
    /// Tests that are as they were, since without their changes the suite would show less.
    pub put_back: usize,
    /// Calls that were made to find out.
    pub calls: u64,
}

/// Runs a suite before and after its tests were changed, each time on a SUT in its first state, once in its order and once the
/// other way round: tests that would lose a target in either are put back until none does. `changed`: what became of each
/// test, which may be several. All of them are as they were when the evaluator stops meanwhile.
pub fn standing(
    suite: &[Arc<EvaluatedIndividual>],
    changed: Vec<Vec<Arc<EvaluatedIndividual>>>,
    evaluator: &mut dyn Evaluator,
) -> Standing {
    let mut work = Work { evaluator, calls: 0 };
    let original: Vec<Vec<_>> = suite.iter().map(|test| vec![Arc::clone(test)]).collect();
    let mut current = changed;
    let mut put_back = 0;
    let before = work.both_orders(&original);
    let mut stands = false;
    for _ in 0..MOST_ROUNDS {
        let (Some(before), Some(after)) = (&before, work.both_orders(&current)) else { break };
        let lost: Vec<BTreeSet<TargetId>> = before
            .iter()
            .zip(&after)
            .map(|(before, after)| all(before).difference(&all(after)).copied().collect())
            .collect();
        stands = lost.iter().all(BTreeSet::is_empty);
        if stands {
            break;
        }
        for (index, test) in suite.iter().enumerate() {
            let is_changed = current[index].len() != 1 || !Arc::ptr_eq(&current[index][0], test);
            let had = before.iter().zip(&lost).any(|(run, lost)| !run[index].is_disjoint(lost));
            if is_changed && had {
                current[index] = vec![Arc::clone(test)];
                put_back += 1;
            }
        }
    }
    if !stands {
        put_back = suite.len();
        current = original;
    }
    Standing { tests: current.into_iter().flatten().collect(), put_back, calls: work.calls }
}

/// Targets that each test has covered.
type Covered = Vec<BTreeSet<TargetId>>;

fn all(run: &Covered) -> BTreeSet<TargetId> {
    run.iter().flatten().copied().collect()
}

struct Work<'a> {
    evaluator: &'a mut dyn Evaluator,
    calls: u64,
}

impl Work<'_> {
    /// What the tests cover in their order, and the other way round; `None` if that cannot be known.
    fn both_orders(&mut self, tests: &[Vec<Arc<EvaluatedIndividual>>]) -> Option<[Covered; 2]> {
        let forwards: Vec<usize> = (0..tests.len()).collect();
        let backwards: Vec<usize> = (0..tests.len()).rev().collect();
        Some([self.covered(tests, &forwards)?, self.covered(tests, &backwards)?])
    }

    fn covered(
        &mut self,
        tests: &[Vec<Arc<EvaluatedIndividual>>],
        order: &[usize],
    ) -> Option<Covered> {
        let mut covered = vec![BTreeSet::new(); tests.len()];
        self.evaluator.begin_afresh();
        for index in order {
            for test in &tests[*index] {
                // They are not changed.
                if test.individual.soaks || test.individual.is_long() {
                    continue;
                }
                if self.evaluator.stopped() {
                    return None;
                }
                let shown = run(&test.individual, self.evaluator);
                self.calls += u64::from(shown.evaluation.calls);
                covered[*index].extend(shown.covered);
            }
        }
        (!self.evaluator.stopped()).then_some(covered)
    }
}

#[cfg(test)]
mod tests {
    use nearmiss_targets::COVERED;

    use super::*;
    use crate::{Action, Evaluation, Hit, Individual, TemplateId};

    /// A SUT that remembers what was made: call 1 makes what call 2 needs to cover target 2, and each call covers its target
    /// otherwise.
    #[derive(Default)]
    struct Remembering {
        is_made: bool,
        runs: u32,
        limit: u32,
    }

    impl Evaluator for Remembering {
        fn evaluate(&mut self, individual: &Individual) -> Evaluation {
            self.runs += 1;
            let mut hits = Vec::new();
            for action in &individual.calls {
                let call = action.template.0;
                self.is_made |= call == 1;
                if call != 2 || self.is_made {
                    hits.push(Hit { target: TargetId(call), h: COVERED });
                }
            }
            Evaluation { hits, calls: individual.calls.len() as u32, ..Evaluation::default() }
        }

        fn begin_afresh(&mut self) {
            self.is_made = false;
        }

        fn stopped(&self) -> bool {
            self.runs >= self.limit
        }

        fn used(&self) -> f64 {
            0.0
        }
    }

    fn test(number: u64, calls: &[u32]) -> Arc<EvaluatedIndividual> {
        let action = |call: &u32| Action {
            template: TemplateId(*call),
            genes: Vec::new(),
            links: Vec::new(),
            user: None,
            malformed: None,
        };
        let calls = calls.iter().map(action).collect();
        let individual = Individual { calls, ..Individual::default() };
        let (covered, faults, strayed) = (Vec::new(), Vec::new(), Vec::new());
        Arc::new(EvaluatedIndividual { number, individual, covered, faults, strayed })
    }

    fn calls_of(tests: &[Arc<EvaluatedIndividual>]) -> Vec<Vec<u32>> {
        let calls = |test: &Arc<EvaluatedIndividual>| {
            test.individual.calls.iter().map(|action| action.template.0).collect()
        };
        tests.iter().map(calls).collect()
    }

    #[test]
    fn what_only_worked_by_what_was_left_is_put_back() {
        let suite = [test(0, &[1, 2]), test(1, &[3, 4])];
        // The first call of the first test looked needless: it had been made before.
        let changed = vec![vec![test(0, &[2])], vec![test(1, &[3]), test(2, &[4])]];
        let mut sut = Remembering { limit: 99, is_made: true, ..Remembering::default() };
        let done = standing(&suite, changed.clone(), &mut sut);
        assert_eq!(calls_of(&done.tests), [vec![1, 2], vec![3], vec![4]]);
        assert_eq!(done.put_back, 1);
        assert!(done.calls > 8);
        let mut sut = Remembering { limit: 5, ..Remembering::default() };
        let done = standing(&suite, changed, &mut sut);
        assert_eq!(calls_of(&done.tests), calls_of(&suite), "it stopped");
    }
}

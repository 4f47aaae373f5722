//! Tests without the calls that nothing hangs on.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use nearmiss_targets::TargetId;

use crate::after_run::{Shown, run};
use crate::fault::repeated_faults;
use crate::needless_columns::without_needless;
use crate::{Cause, EvaluatedIndividual, Evaluator, Individual, SearchOutcome};

/// A suite whose tests were made shorter.
#[derive(Clone, Debug, Default)]
pub struct Minimised {
    /// The tests, in their order.
    pub tests: Vec<Arc<EvaluatedIndividual>>,
    /// Calls of tests that were left out.
    pub removed: usize,
    /// Calls that were made to find out.
    pub calls: u64,
    /// Reasons for which tests are refused, by their numbers.
    pub causes: BTreeMap<u64, Cause>,
}

/// Leaves out each call, all that is set up, and each column of a row, without which the suite covers the same targets and shows the same
/// faults: a test is run without one of these, the last call first, and again when it keeps all that no other test of
/// the suite has. In the end it names no user where it covers all of what it covers without one, too. Ends early, with
/// what was found by then, when the evaluator stops.
///
/// A test of which memory is examined stays as it is: it is the repeating of its last call that shows it. So does one
/// of very many calls.
pub fn minimise(
    suite: &[Arc<EvaluatedIndividual>],
    outcome: &SearchOutcome,
    evaluator: &mut dyn Evaluator,
) -> Minimised {
    let mut tests = suite.to_vec();
    let mut covers: Vec<BTreeSet<TargetId>> =
        suite.iter().map(|test| outcome.covered_by(test)).collect();
    let mut times: BTreeMap<TargetId, u32> = BTreeMap::new();
    for target in covers.iter().flatten() {
        *times.entry(*target).or_default() += 1;
    }
    let mut done = Minimised::default();
    // The longest first: what they do without others still have.
    let mut order: Vec<usize> = (0..tests.len()).collect();
    order.sort_by_key(|index| std::cmp::Reverse(tests[*index].individual.calls.len()));
    for index in order {
        let test = &tests[index];
        let is_least = test.individual.calls.len() < 2
            && test.individual.setup.is_empty()
            && test.individual.calls.iter().all(|call| call.user.is_none());
        if test.individual.soaks || test.individual.is_long() || is_least {
            continue;
        }
        let only: BTreeSet<TargetId> =
            covers[index].iter().filter(|target| times[target] == 1).copied().collect();
        let mut of_test = OfTest { test, only, evaluator, calls: 0 };
        let shorter = of_test.shorten();
        done.calls += of_test.calls;
        let Some(shorter) = shorter else { continue };
        done.removed += test.individual.calls.len() - shorter.individual.calls.len();
        let new = outcome.covered_by(&shorter);
        for target in covers[index].difference(&new) {
            *times.entry(*target).or_default() -= 1;
        }
        for target in new.difference(&covers[index]) {
            *times.entry(*target).or_default() += 1;
        }
        covers[index] = new;
        tests[index] = Arc::new(shorter);
    }
    done.tests = tests;
    done
}

struct OfTest<'a> {
    test: &'a EvaluatedIndividual,
    /// Targets that no other test of the suite covers.
    only: BTreeSet<TargetId>,
    evaluator: &'a mut dyn Evaluator,
    calls: u64,
}

impl OfTest<'_> {
    /// Makes the test without calls and users that nothing hangs on; `None` if all are needed.
    fn shorten(&mut self) -> Option<EvaluatedIndividual> {
        let mut current = self.test.individual.clone();
        let mut seen = None;
        for what in self.test.individual.lighter() {
            let is_last = current.calls.len() < 2 && what.call().is_some();
            if is_last || self.evaluator.stopped() {
                continue;
            }
            let mut shorter = current.clone();
            shorter.remove(what);
            if let Some(shown) = self.keeps(&shorter) {
                seen = Some(shown);
                current = shorter;
            }
        }
        if let Some((nobody, shown)) = self.by_nobody(&current, seen.as_ref()) {
            seen = Some(shown);
            current = nobody;
        }
        if !current.setup.is_empty() && !self.evaluator.stopped() {
            let lighter = without_needless(&current, &mut |lighter| {
                let is_over = self.evaluator.stopped();
                if is_over { None } else { self.keeps(lighter) }
            });
            if let Some((lighter, shown)) = lighter {
                seen = Some(shown);
                current = lighter;
            }
        }
        let (first, again): (Shown, Shown) = (seen?, self.keeps(&current)?);
        Some(EvaluatedIndividual {
            number: self.test.number,
            individual: current,
            covered: first.covered.intersection(&again.covered).copied().collect(),
            faults: repeated_faults(&first.evaluation.faults, &again.evaluation.faults),
            strayed: again.evaluation.strayed,
        })
    }

    /// Makes the test one of nobody where that covers all that was seen of it, or what it covered where it was not run
    /// again: it says nothing of who calls.
    fn by_nobody(
        &mut self,
        individual: &Individual,
        seen: Option<&Shown>,
    ) -> Option<(Individual, Shown)> {
        let is_of_users = individual.calls.iter().any(|call| call.user.is_some());
        if !is_of_users || self.evaluator.stopped() {
            return None;
        }
        let mut nobody = individual.clone();
        nobody.calls.iter_mut().for_each(|call| call.user = None);
        let shown = self.keeps(&nobody)?;
        let covers_all = match seen {
            Some(seen) => seen.covered.is_subset(&shown.covered),
            None => self.test.covered.iter().all(|target| shown.covered.contains(target)),
        };
        covers_all.then_some((nobody, shown))
    }

    /// What an individual covers and which faults it shows, if nothing is missing of what only this test has.
    fn keeps(&mut self, individual: &Individual) -> Option<Shown> {
        let shown = run(individual, self.evaluator);
        let evaluation = &shown.evaluation;
        self.calls += u64::from(evaluation.calls);
        let keeps_faults =
            self.test.faults.iter().all(|(_, fault)| {
                evaluation.faults.iter().any(|(_, shown)| shown.is_same_as(fault))
            });
        // What is refused stands in no suite.
        let keeps = keeps_faults
            && self.only.is_subset(&shown.covered)
            && evaluation.refused_setup.is_empty();
        keeps.then_some(shown)
    }
}

#[cfg(test)]
mod tests {
    use nearmiss_targets::COVERED;

    use super::*;
    use crate::{Action, Evaluation, Hit, TemplateId};

    /// A SUT whose calls each cover targets, some only behind another call.
    struct Calls {
        made: u32,
        limit: u32,
    }

    /// Call n covers target n; call 3 covers target 30, too, when call 1 came before it.
    impl Evaluator for Calls {
        fn evaluate(&mut self, individual: &Individual) -> Evaluation {
            let calls: Vec<u32> = individual.calls.iter().map(|action| action.template.0).collect();
            self.made += 1;
            let mut hits: Vec<Hit> =
                calls.iter().map(|call| Hit { target: TargetId(*call), h: COVERED }).collect();
            let first = calls.iter().position(|call| *call == 1);
            let third = calls.iter().position(|call| *call == 3);
            if first.is_some() && third > first {
                hits.push(Hit { target: TargetId(30), h: COVERED });
            }
            Evaluation { hits, calls: calls.len() as u32, ..Evaluation::default() }
        }

        fn stopped(&self) -> bool {
            self.made >= self.limit
        }

        fn used(&self) -> f64 {
            0.0
        }
    }

    fn test(number: u64, calls: &[u32], covered: &[u32]) -> Arc<EvaluatedIndividual> {
        let action = |template: &u32| Action {
            template: TemplateId(*template),
            genes: Vec::new(),
            links: Vec::new(),
            user: None,
            malformed: None,
        };
        let actions = calls.iter().map(action).collect();
        let covered = covered.iter().copied().map(TargetId).collect();
        let individual = Individual { calls: actions, ..Individual::default() };
        let (faults, strayed) = (Vec::new(), Vec::new());
        Arc::new(EvaluatedIndividual { number, individual, covered, faults, strayed })
    }

    fn calls_of(tests: &[Arc<EvaluatedIndividual>]) -> Vec<Vec<u32>> {
        let calls = |test: &Arc<EvaluatedIndividual>| {
            test.individual.calls.iter().map(|action| action.template.0).collect()
        };
        tests.iter().map(calls).collect()
    }

    fn suite() -> (Vec<Arc<EvaluatedIndividual>>, SearchOutcome) {
        let long = test(0, &[1, 2, 3, 2, 4], &[1, 2, 3, 4, 30]);
        let short = test(1, &[4, 2], &[2, 4]);
        let archive = [1, 3, 30].map(|t| (TargetId(t), Arc::clone(&long)));
        let others = [2, 4].map(|t| (TargetId(t), Arc::clone(&short)));
        let archive = archive.into_iter().chain(others).collect();
        (vec![long, short], SearchOutcome { archive, ..SearchOutcome::default() })
    }

    #[test]
    fn calls_that_nothing_hangs_on_are_left_out() {
        let (suite, outcome) = suite();
        let mut sut = Calls { made: 0, limit: u32::MAX };
        let done = minimise(&suite, &outcome, &mut sut);
        // 1 stays although target 1 alone would not need 3 behind it: target 30 does.
        assert_eq!(calls_of(&done.tests), [vec![1, 3], vec![4, 2]]);
        assert_eq!(done.removed, 3);
        let covered: BTreeSet<u32> =
            done.tests.iter().flat_map(|test| &test.covered).map(|target| target.0).collect();
        assert_eq!(covered, BTreeSet::from([1, 2, 3, 4, 30]));
        assert!(done.calls > 0);
        // Nothing can be left out of what came of it.
        let again = minimise(&done.tests, &outcome, &mut sut);
        assert_eq!(again.removed, 0);
    }

    /// A SUT that covers target 9 for a user alone.
    struct Guarded;

    impl Evaluator for Guarded {
        fn evaluate(&mut self, individual: &Individual) -> Evaluation {
            let has_user = individual.calls.iter().any(|call| call.user.is_some());
            let calls = individual.calls.iter().map(|call| TargetId(call.template.0));
            let calls = calls.filter(|target| target.0 != 9 || has_user);
            let hits = calls.map(|target| Hit { target, h: COVERED }).collect();
            Evaluation { hits, calls: individual.calls.len() as u32, ..Evaluation::default() }
        }

        fn stopped(&self) -> bool {
            false
        }

        fn used(&self) -> f64 {
            0.0
        }
    }

    #[test]
    fn users_stay_where_they_are_needed() {
        let by_user = |number: u64, target: u32| {
            let mut test = EvaluatedIndividual::clone(&test(number, &[target], &[target]));
            test.individual.calls[0].user = Some(crate::UserId(1));
            Arc::new(test)
        };
        let suite = vec![by_user(0, 9), by_user(1, 2)];
        let archive = suite.iter().map(|test| (test.covered[0], Arc::clone(test))).collect();
        let outcome = SearchOutcome { archive, ..SearchOutcome::default() };
        let users: Vec<_> = minimise(&suite, &outcome, &mut Guarded)
            .tests
            .iter()
            .map(|test| test.individual.calls[0].user)
            .collect();
        assert_eq!(users, [Some(crate::UserId(1)), None]);
    }

    #[test]
    fn a_sut_that_stops_leaves_tests_as_they_are() {
        let (suite, outcome) = suite();
        let mut sut = Calls { made: 0, limit: 0 };
        let done = minimise(&suite, &outcome, &mut sut);
        assert_eq!(calls_of(&done.tests), calls_of(&suite));
        assert_eq!((done.removed, done.calls), (0, 0));
    }
}

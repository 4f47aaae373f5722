//! Tests that show what others show already.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use nearmiss_targets::TargetId;

use crate::after_run::{Shown, run};
use crate::transplant::is_same_call;
use crate::{Answers, EvaluatedIndividual, Evaluator, Individual, SearchOutcome, TemplateId};

/// Tests of the same operations whose answers alone differ: of more, a reader learns nothing.
const ALIKE: usize = 2;

/// A suite of which each test shows something that no other one does.
#[derive(Clone, Debug, Default)]
pub struct Needed {
    /// The tests, in their order.
    pub tests: Vec<Arc<EvaluatedIndividual>>,
    /// Calls that were made to find out.
    pub calls: u64,
}

/// Leaves out tests of which others show all: each target is covered by another test, and where the test succeeds, by
/// one that succeeds, whose answers hold what its answers hold, or two tests of the same operations stay that do; and
/// another one ends in the same operation, and succeeds or is refused as it does. Longer tests go first. A test that
/// shows a fault stays, and so does each when the evaluator stops.
pub fn needed(
    suite: &[Arc<EvaluatedIndividual>],
    outcome: &SearchOutcome,
    evaluator: &mut dyn Evaluator,
) -> Needed {
    let mut calls = 0;
    let mut shown: Vec<Option<Shown>> = Vec::with_capacity(suite.len());
    for test in suite {
        let is_whole = test.individual.soaks || test.individual.is_long();
        let run = (!is_whole && !evaluator.stopped()).then(|| run(&test.individual, evaluator));
        calls += run.as_ref().map_or(0, |run| u64::from(run.evaluation.calls));
        shown.push(run);
    }
    let all: Vec<BTreeSet<Showing>> = suite
        .iter()
        .zip(&shown)
        .map(|(test, shown)| showings(test, outcome, shown.as_ref()))
        .collect();
    let mut times: BTreeMap<Showing, u32> = BTreeMap::new();
    for showing in all.iter().flatten() {
        *times.entry(*showing).or_default() += 1;
    }
    let mut order: Vec<usize> = (0..suite.len()).collect();
    order
        .sort_by_key(|index| Reverse((suite[*index].individual.calls.len(), suite[*index].number)));
    let succeeds: Vec<bool> = shown
        .iter()
        .map(|shown| shown.as_ref().is_some_and(|shown| matches!(shown.answers, Answers::Good(_))))
        .collect();
    let mut stays = vec![true; suite.len()];
    for index in order {
        let is_sound = suite[index].faults.is_empty();
        let is_seen = shown[index].as_ref().is_some_and(|shown| shown.answers != Answers::Missing);
        let own: Vec<&Showing> = all[index].iter().filter(|showing| times[*showing] < 2).collect();
        let is_held_alone = || own.iter().all(|showing| matches!(showing, Showing::Holds(_)));
        let alike = || {
            let others = (0..suite.len()).filter(|other| *other != index && stays[*other]);
            let is_alike = |other: &usize| {
                let calls = |index: usize| suite[index].individual.calls.iter();
                succeeds[*other] == succeeds[index]
                    && calls(*other)
                        .map(|call| call.template)
                        .eq(calls(index).map(|call| call.template))
            };
            others.filter(is_alike).count()
        };
        let is_needless = own.is_empty() || is_held_alone() && alike() >= ALIKE;
        if is_sound && is_seen && is_needless {
            stays[index] = false;
            for showing in &all[index] {
                *times.entry(*showing).or_default() -= 1;
            }
        }
    }
    let kept = suite.iter().zip(stays).filter(|(_, stays)| *stays);
    Needed { tests: kept.map(|(test, _)| Arc::clone(test)).collect(), calls }
}

/// Something that a test shows.
#[derive(Clone, Copy, Debug, Eq, Ord, PartialEq, PartialOrd)]
enum Showing {
    /// It covers a target.
    Covers(TargetId),
    /// It succeeds, and covers a target.
    Succeeds(TargetId),
    /// Its answers hold something.
    Holds(u32),
    /// It is about an operation, and succeeds or does not.
    IsAbout(TemplateId, bool),
}

fn showings(
    test: &EvaluatedIndividual,
    outcome: &SearchOutcome,
    shown: Option<&Shown>,
) -> BTreeSet<Showing> {
    let covered = outcome.covered_by(test);
    let mut showings: BTreeSet<Showing> = covered.iter().copied().map(Showing::Covers).collect();
    if let (Some(last), Some(shown)) = (test.individual.calls.last(), shown) {
        let succeeds = matches!(shown.answers, Answers::Good(_));
        showings.insert(Showing::IsAbout(last.template, succeeds));
    }
    if let Some(Shown { answers: Answers::Good(held), covered: ran, .. }) = shown {
        showings.extend(ran.iter().copied().map(Showing::Succeeds));
        showings.extend(held.iter().copied().map(Showing::Holds));
    }
    showings
}

/// Leaves out each test whose calls are those of an earlier one, which is given what it covers and its faults.
#[must_use]
pub fn without_repeats(tests: &[Arc<EvaluatedIndividual>]) -> Vec<Arc<EvaluatedIndividual>> {
    let mut kept: Vec<Arc<EvaluatedIndividual>> = Vec::new();
    for test in tests {
        let same = kept.iter_mut().find(|other| is_same(&other.individual, &test.individual));
        let Some(same) = same else {
            kept.push(Arc::clone(test));
            continue;
        };
        let same = Arc::make_mut(same);
        let covered: BTreeSet<TargetId> =
            same.covered.iter().chain(&test.covered).copied().collect();
        same.covered = covered.into_iter().collect();
        for fault in &test.faults {
            if !same.faults.iter().any(|(at, other)| *at == fault.0 && other.is_same_as(&fault.1)) {
                same.faults.push(fault.clone());
            }
        }
    }
    kept
}

fn is_same(one: &Individual, other: &Individual) -> bool {
    let ends = |individual: &Individual| {
        (individual.calls.len(), individual.setup.len(), individual.soaks)
    };
    ends(one) == ends(other)
        && one
            .actions()
            .zip(other.actions())
            .all(|(one, other)| one.links == other.links && is_same_call(one, other))
}

#[cfg(test)]
mod tests {
    use nearmiss_targets::COVERED;

    use super::*;
    use crate::gene::Gene;
    use crate::separate::tests::{call, calls_of, test};
    use crate::{Action, Evaluation, GeneSpec, GeneValue, Hit, UserId};

    /// A SUT of which call n covers target n, and holds it and who calls; 7 is refused.
    #[derive(Default)]
    struct Holds(Answers);

    impl Evaluator for Holds {
        fn evaluate(&mut self, individual: &Individual) -> Evaluation {
            let calls: BTreeSet<u32> =
                individual.calls.iter().map(|action| action.template.0).collect();
            self.0 = match calls.contains(&7) {
                true => Answers::Refused(0),
                false => {
                    let users = individual.calls.iter().filter_map(|action| action.user);
                    let users = users.map(|user| 100 + user.0);
                    Answers::Good(calls.iter().copied().chain(users).collect())
                }
            };
            let hit = |target: u32| Hit { target: TargetId(target), h: COVERED };
            let (made, hits) = (calls.len() as u32, calls.into_iter().map(hit).collect());
            Evaluation { hits, calls: made, ..Evaluation::default() }
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
    fn what_others_show_is_not_shown_again() {
        let calls = |numbers: &[u32]| numbers.iter().map(|number| call(*number, None)).collect();
        let suite = [
            test(0, calls(&[1, 2]), &[1, 2]),
            test(1, calls(&[1]), &[1]),
            test(2, calls(&[2]), &[2]),
            // Only what is refused covers 3 beside it: its success is shown by it alone.
            test(3, calls(&[3, 7]), &[3, 7]),
            test(4, calls(&[3]), &[3]),
            test(5, calls(&[7]), &[7]),
            // No other one is about 4.
            test(6, calls(&[4]), &[4]),
            test(7, calls(&[4, 5]), &[4, 5]),
        ];
        let archive = suite
            .iter()
            .flat_map(|test| test.covered.iter().map(|target| (*target, Arc::clone(test))))
            .collect();
        let outcome = SearchOutcome { archive, ..SearchOutcome::default() };
        let done = needed(&suite, &outcome, &mut Holds::default());
        assert_eq!(
            calls_of(&done.tests),
            [vec![1], vec![2], vec![3], vec![7], vec![4], vec![4, 5]]
        );
        assert_eq!(done.calls, 11);
    }

    #[test]
    fn what_answers_alone_tell_apart_is_shown_twice() {
        let by = |user| Action { user: Some(UserId(user)), ..call(1, None) };
        let mut suite: Vec<_> =
            (0..4).map(|number| test(u64::from(number), vec![by(number)], &[1])).collect();
        // Nobody else calls two in a row.
        suite.push(test(4, vec![by(4), by(5)], &[1]));
        let archive = BTreeMap::from([(TargetId(1), Arc::clone(&suite[0]))]);
        let outcome = SearchOutcome { archive, ..SearchOutcome::default() };
        let done = needed(&suite, &outcome, &mut Holds::default());
        let numbers: Vec<u64> = done.tests.iter().map(|test| test.number).collect();
        assert_eq!(numbers, [0, 1, 4]);
    }

    #[test]
    fn tests_of_the_same_calls_are_one() {
        let tests = [
            test(0, vec![call(1, None)], &[1]),
            test(1, vec![call(2, None)], &[2]),
            test(2, vec![call(1, None)], &[7]),
        ];
        let kept = without_repeats(&tests);
        assert_eq!(calls_of(&kept), [vec![1], vec![2]]);
        assert_eq!(kept[0].covered, [TargetId(1), TargetId(7)]);
    }

    /// A call whose only input is linked, and sent or left out.
    fn optional(is_sent: bool) -> Action {
        let text = GeneSpec::Text { min_len: 0, max_len: 9 };
        let spec = GeneSpec::Optional(Box::new(text));
        let value = if is_sent { GeneValue::text("a") } else { GeneValue::Absent };
        Action { genes: vec![Gene::holding(&spec, &value)], ..call(2, Some(0)) }
    }

    #[test]
    fn what_sends_an_answer_and_what_leaves_it_out_are_two_tests() {
        let tests = [true, false, true]
            .map(|is_sent| test(u64::from(is_sent), vec![call(1, None), optional(is_sent)], &[1]));
        assert_eq!(without_repeats(&tests).len(), 2);
    }

    #[test]
    fn what_was_made_before_an_input_was_known_leaves_it_out() {
        let before = Action { genes: Vec::new(), ..call(1, None) };
        let tests = [before, call(1, None)].map(|call| test(0, vec![call], &[1]));
        assert_eq!(without_repeats(&tests).len(), 2);
    }
}

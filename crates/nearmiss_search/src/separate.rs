//! Calls that have nothing to do with one another, in tests of their own.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use nearmiss_targets::TargetId;

use crate::after_run::{Shown, run};
use crate::{ActionAt, EvaluatedIndividual, Evaluator, Individual, Link, SearchOutcome};

/// A suite whose tests say one thing each.
#[derive(Clone, Debug, Default)]
pub struct Separated {
    /// The tests: parts of one behind one another, in its place.
    pub tests: Vec<Arc<EvaluatedIndividual>>,
    /// Tests that became several.
    pub parted: usize,
    /// Calls that were made to find out.
    pub calls: u64,
}

/// Parts tests into calls that take nothing from one another's answers, where the parts alone cover what the test does:
/// then nothing that one call leaves is needed by another. Links to answers that hold no such piece (refusals, mostly)
/// go before. Parts of which all is covered by others go. Ends early, with what was found by then, when the evaluator
/// stops.
///
/// A test that shows a fault stays whole, since faults may be told by comparing calls.
pub fn separate(
    suite: &[Arc<EvaluatedIndividual>],
    outcome: &SearchOutcome,
    evaluator: &mut dyn Evaluator,
) -> Separated {
    let mut work = Work { evaluator, number: outcome.individuals, calls: 0 };
    let mut parted = 0;
    let mut tests: Vec<(Arc<EvaluatedIndividual>, bool)> = Vec::new();
    for test in suite {
        let parts = work.parts_of(test, &outcome.covered_by(test));
        parted += usize::from(parts.len() > 1);
        let is_part = parts.len() > 1;
        tests.extend(parts.into_iter().map(|part| (part, is_part)));
    }
    let calls = work.calls;
    let stays = needed(&tests, outcome);
    let kept = tests.into_iter().zip(stays).filter(|(_, stays)| *stays);
    Separated { tests: kept.map(|((test, _), _)| test).collect(), parted, calls }
}

/// Tells of each test whether it stays: parts that cover nothing which no other test does go.
fn needed(tests: &[(Arc<EvaluatedIndividual>, bool)], outcome: &SearchOutcome) -> Vec<bool> {
    let covers: Vec<BTreeSet<TargetId>> =
        tests.iter().map(|(test, _)| outcome.covered_by(test)).collect();
    let mut times: BTreeMap<TargetId, u32> = BTreeMap::new();
    for target in covers.iter().flatten() {
        *times.entry(*target).or_default() += 1;
    }
    let mut stays = Vec::new();
    for ((_, is_part), covers) in tests.iter().zip(covers) {
        let is_needless = *is_part && covers.iter().all(|target| times[target] > 1);
        if is_needless {
            for target in covers {
                *times.entry(target).or_default() -= 1;
            }
        }
        stays.push(!is_needless);
    }
    stays
}

struct Work<'a> {
    evaluator: &'a mut dyn Evaluator,
    /// Of the next test that is new.
    number: u64,
    calls: u64,
}

impl Work<'_> {
    /// The parts of a test; the test alone, if it has none.
    fn parts_of(
        &mut self,
        test: &Arc<EvaluatedIndividual>,
        needed: &BTreeSet<TargetId>,
    ) -> Vec<Arc<EvaluatedIndividual>> {
        let individual = &test.individual;
        if individual.soaks || individual.is_long() || !test.faults.is_empty() {
            return vec![Arc::clone(test)];
        }
        let test = self.without_vain_links(test, needed).map_or_else(|| Arc::clone(test), Arc::new);
        let (individual, whole) = (&test.individual, vec![Arc::clone(&test)]);
        let groups = groups(individual);
        if groups.len() < 2 || self.evaluator.stopped() {
            return whole;
        }
        let mut parts = Vec::new();
        let mut covered = BTreeSet::new();
        for group in &groups {
            let Some(part) = self.part(individual, group) else { return whole };
            covered.extend(part.covered.iter().copied());
            parts.push(part);
        }
        if !needed.is_subset(&covered) {
            return whole;
        }
        for (index, part) in parts.iter_mut().enumerate() {
            part.number = if index == 0 { test.number } else { self.next_number() };
        }
        parts.into_iter().map(Arc::new).collect()
    }

    /// The test without links that take nothing, where it shows the same without them; `None` if all of them take
    /// something.
    fn without_vain_links(
        &mut self,
        test: &EvaluatedIndividual,
        needed: &BTreeSet<TargetId>,
    ) -> Option<EvaluatedIndividual> {
        let is_call = |link: &Link| matches!(link.from, ActionAt::Call(_));
        let calls = &test.individual.calls;
        if !calls.iter().flat_map(|call| &call.links).any(is_call) || self.evaluator.stopped() {
            return None;
        }
        let before = self.run(&test.individual);
        if before.evaluation.disturbed || before.evaluation.vain_links.is_empty() {
            return None;
        }
        let mut individual = test.individual.clone();
        individual.drop_links(&before.evaluation.vain_links);
        let after = self.run(&individual);
        let shows_the_same = needed.is_subset(&after.covered)
            && after.answers == before.answers
            && after.evaluation.faults.is_empty();
        shows_the_same.then(|| EvaluatedIndividual {
            number: test.number,
            individual,
            covered: before.covered.intersection(&after.covered).copied().collect(),
            faults: Vec::new(),
            strayed: after.evaluation.strayed,
        })
    }

    fn next_number(&mut self) -> u64 {
        self.number += 1;
        self.number - 1
    }

    /// Some calls of a test, alone, with what two runs of them show; `None` if that is a fault, or none at all.
    fn part(
        &mut self,
        individual: &Individual,
        calls: &BTreeSet<usize>,
    ) -> Option<EvaluatedIndividual> {
        let mut part = individual.clone();
        for index in (0..individual.calls.len()).rev().filter(|index| !calls.contains(index)) {
            part.remove_call(index);
        }
        let (first, again) = (self.run(&part), self.run(&part));
        let shows_faults =
            !first.evaluation.faults.is_empty() || !again.evaluation.faults.is_empty();
        if shows_faults || first.evaluation.disturbed || again.evaluation.disturbed {
            return None;
        }
        Some(EvaluatedIndividual {
            number: 0,
            individual: part,
            covered: first.covered.intersection(&again.covered).copied().collect(),
            faults: Vec::new(),
            strayed: again.evaluation.strayed,
        })
    }

    fn run(&mut self, individual: &Individual) -> Shown {
        let shown = run(individual, self.evaluator);
        self.calls += u64::from(shown.evaluation.calls);
        shown
    }
}

/// Groups of calls, by index, such that none takes anything from an answer of another group; in the order of their
/// first calls.
fn groups(individual: &Individual) -> Vec<BTreeSet<usize>> {
    let mut groups: Vec<BTreeSet<usize>> = Vec::new();
    for (index, action) in individual.calls.iter().enumerate() {
        let from: Vec<usize> = action
            .links
            .iter()
            .filter_map(|link| match link.from {
                ActionAt::Call(from) => Some(from),
                ActionAt::Setup(_) => None,
            })
            .collect();
        let belongs = |group: &BTreeSet<usize>| from.iter().any(|from| group.contains(from));
        let (with, mut without): (Vec<_>, Vec<_>) = groups.into_iter().partition(belongs);
        let mut group: BTreeSet<usize> = with.into_iter().flatten().collect();
        group.insert(index);
        without.push(group);
        groups = without;
    }
    groups.sort_by_key(|group| group.first().copied());
    groups
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
        && one.actions().zip(other.actions()).all(|(one, other)| {
            one.links == other.links && crate::transplant::is_same_call(one, other)
        })
}

#[cfg(test)]
mod tests {
    use nearmiss_targets::COVERED;

    use super::*;
    use crate::gene::Gene;
    use crate::{Action, Evaluation, GeneSpec, GeneValue, Hit, TemplateId};

    /// A SUT of which call n covers target n; 5 behind a 4, 50. What takes something from an answer to 6 takes nothing.
    struct Calls;

    impl Evaluator for Calls {
        fn evaluate(&mut self, individual: &Individual) -> Evaluation {
            let calls: Vec<u32> = individual.calls.iter().map(|action| action.template.0).collect();
            let mut hits: Vec<u32> = calls.clone();
            let at = |wanted| calls.iter().position(|call| *call == wanted);
            if at(4).is_some() && at(5) > at(4) {
                hits.push(50);
            }
            let hits = hits.into_iter().map(|target| Hit { target: TargetId(target), h: COVERED });
            let links = individual.calls.iter().enumerate().flat_map(|(index, action)| {
                action.links.iter().filter_map(move |link| Some((index, link.from.call()?)))
            });
            let vain_links = links.filter(|(_, from)| calls[*from] == 6).collect();
            let (hits, calls) = (hits.collect(), calls.len() as u32);
            Evaluation { hits, calls, vain_links, ..Evaluation::default() }
        }

        fn stopped(&self) -> bool {
            false
        }

        fn used(&self) -> f64 {
            0.0
        }
    }

    fn call(template: u32, from: Option<usize>) -> Action {
        let spec = GeneSpec::Text { min_len: 0, max_len: 9 };
        let genes = vec![Gene::holding(&spec, &GeneValue::text("a"))];
        let link = from.map(|from| Link {
            from: ActionAt::Call(from),
            source: "/id".to_owned(),
            ..Link::default()
        });
        let links = link.into_iter().collect();
        Action { template: TemplateId(template), genes, links, user: None, malformed: None }
    }

    fn test(number: u64, calls: Vec<Action>, covered: &[u32]) -> Arc<EvaluatedIndividual> {
        let individual = Individual { calls, ..Individual::default() };
        let covered = covered.iter().copied().map(TargetId).collect();
        let (faults, strayed) = (Vec::new(), Vec::new());
        Arc::new(EvaluatedIndividual { number, individual, covered, faults, strayed })
    }

    fn calls_of(tests: &[Arc<EvaluatedIndividual>]) -> Vec<Vec<u32>> {
        let calls = |test: &Arc<EvaluatedIndividual>| {
            test.individual.calls.iter().map(|action| action.template.0).collect()
        };
        tests.iter().map(calls).collect()
    }

    fn separated(suite: &[Arc<EvaluatedIndividual>]) -> Separated {
        let archive = suite
            .iter()
            .flat_map(|test| test.covered.iter().map(|target| (*target, Arc::clone(test))))
            .collect();
        let outcome = SearchOutcome { archive, individuals: 9, ..SearchOutcome::default() };
        separate(suite, &outcome, &mut Calls)
    }

    #[test]
    fn calls_that_take_nothing_from_one_another_are_parted() {
        let linked = test(0, vec![call(1, None), call(2, None), call(3, Some(0))], &[1, 2, 3]);
        // What 4 leaves is what 5 needs, although it takes nothing from its answer.
        let left = test(1, vec![call(4, None), call(5, None)], &[4, 5, 50]);
        let done = separated(&[linked, left]);
        assert_eq!(calls_of(&done.tests), [vec![1, 3], vec![2], vec![4, 5]]);
        let numbers: Vec<u64> = done.tests.iter().map(|test| test.number).collect();
        assert_eq!((numbers, done.parted), (vec![0, 9, 1], 1));
        let parts = &done.tests[0].individual.calls;
        assert_eq!(parts[1].links[0].from, ActionAt::Call(0));
    }

    #[test]
    fn links_that_take_nothing_hold_no_calls_together() {
        let refused = test(0, vec![call(6, None), call(1, Some(0))], &[6, 1]);
        let first = test(1, vec![call(4, None), call(6, None), call(5, Some(1))], &[4, 6, 5, 50]);
        let done = separated(&[refused, first]);
        assert_eq!(calls_of(&done.tests), [vec![1], vec![4, 6, 5]]);
        let links = done.tests.iter().flat_map(|test| &test.individual.calls);
        assert!(links.into_iter().all(|call| call.links.is_empty()));
    }

    #[test]
    fn parts_that_others_cover_go() {
        let both = test(0, vec![call(1, None), call(2, None)], &[1, 2]);
        let one = test(1, vec![call(1, None)], &[1]);
        assert_eq!(calls_of(&separated(&[both, one]).tests), [vec![2], vec![1]]);
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

//! Calls before a test that read what other tests make first: a list with something in it says more than an empty one.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::sync::Arc;

use crate::after_run::{Lengthened, Shown, run, seen_twice};
use crate::transplant::single_values;
use crate::{
    Action, Answers, EvaluatedIndividual, Evaluator, Fault, Individual, SearchOutcome, TemplateId,
    Templates,
};

/// Beginnings of tests that are tried before a call.
const TRIED: usize = 3;
/// Calls of a beginning.
const LONGEST: usize = 4;

/// Puts before tests of one call that succeeds what another test does before such a call, or before one of a path that
/// begins alike, where the answers hold more
/// then, twice, all that the test covers stays covered, and no fault shows that nobody knows: the shortest that will
/// do. Ends early when the evaluator stops.
///
/// A test that shows a fault stays as it is.
pub fn fill(
    suite: &[Arc<EvaluatedIndividual>],
    outcome: &SearchOutcome,
    templates: &Templates,
    evaluator: &mut dyn Evaluator,
) -> Lengthened {
    let mut done = Lengthened::default();
    let beginnings = Beginnings::of(suite, templates);
    for test in suite {
        let mut work = Work { evaluator, calls: 0 };
        let filled = work.filled(test, outcome, &beginnings);
        done.calls += work.calls;
        done.longer += usize::from(filled.is_some());
        done.tests.push(filled.map_or_else(|| Arc::clone(test), Arc::new));
    }
    done
}

/// Calls that tests begin with.
pub(crate) struct Beginnings<'a> {
    /// Calls that stand before those of each operation, the shortest first.
    before: BTreeMap<TemplateId, Vec<&'a [Action]>>,
    /// All of them, no two of the same operations.
    all: Vec<&'a [Action]>,
    templates: &'a Templates,
}

impl<'a> Beginnings<'a> {
    /// Finds them.
    pub fn of(suite: &'a [Arc<EvaluatedIndividual>], templates: &'a Templates) -> Self {
        let mut before: BTreeMap<TemplateId, Vec<&[Action]>> = BTreeMap::new();
        let mut all: BTreeMap<Vec<TemplateId>, &[Action]> = BTreeMap::new();
        let is_plain = |test: &&Arc<EvaluatedIndividual>| {
            let individual = &test.individual;
            individual.setup.is_empty() && !individual.soaks && test.faults.is_empty()
        };
        for test in suite.iter().filter(is_plain) {
            let calls = &test.individual.calls;
            for index in (1..calls.len()).take(LONGEST) {
                before.entry(calls[index].template).or_default().push(&calls[..index]);
                let names = calls[..index].iter().map(|call| call.template).collect();
                let known = all.entry(names).or_insert(&calls[..index]);
                if values(&calls[..index], templates) > values(known, templates) {
                    *known = &calls[..index];
                }
            }
        }
        for beginnings in before.values_mut() {
            beginnings.sort_by_key(|calls| calls.len());
        }
        Self { before, all: all.into_values().collect(), templates }
    }

    /// Answers what may stand before a call of an operation, best first: what does in some test, or else what ends in a
    /// call whose path begins alike. What sends more may be seen better.
    pub fn before(&self, template: TemplateId) -> Vec<&'a [Action]> {
        self.ranked(template, false)
    }

    /// Answers the same, or else anything.
    fn before_or_any(&self, template: TemplateId) -> Vec<&'a [Action]> {
        self.ranked(template, true)
    }

    fn ranked(&self, template: TemplateId, or_any: bool) -> Vec<&'a [Action]> {
        if let Some(known) = self.before.get(&template) {
            return known.clone();
        }
        let shared = |calls: &[Action]| match calls.last() {
            Some(last) if last.template != template => self.shared(template, last.template),
            Some(_) | None => 0,
        };
        let all = self.all.iter().copied().map(|calls| (shared(calls), calls));
        let mut all: Vec<(usize, &[Action])> = all.collect();
        all.sort_by_cached_key(|(shared, calls)| {
            (Reverse(*shared), calls.len(), Reverse(values(calls, self.templates)))
        });
        let is_near = all.iter().any(|(shared, _)| *shared > 0);
        all.retain(|(shared, _)| *shared > 0 || or_any && !is_near);
        all.into_iter().map(|(_, calls)| calls).collect()
    }

    /// Counts the pieces that the paths of two operations begin with alike.
    fn shared(&self, one: TemplateId, other: TemplateId) -> usize {
        let pieces = |template| {
            let name = self.templates.get(template).map_or("", |template| template.name.as_str());
            let path = name.split_once('/').map_or("", |(_, path)| path);
            path.split('/').filter(|piece| !piece.is_empty())
        };
        pieces(one).zip(pieces(other)).take_while(|(one, other)| one == other).count()
    }
}

/// Counts the values that calls send.
fn values(calls: &[Action], templates: &Templates) -> usize {
    calls.iter().map(|call| single_values(call, &templates.calls).len()).sum()
}

struct Work<'a> {
    evaluator: &'a mut dyn Evaluator,
    calls: u64,
}

impl Work<'_> {
    /// The test with calls before its own; `None` if it is none of one call, or its answer holds no more behind any.
    fn filled(
        &mut self,
        test: &EvaluatedIndividual,
        outcome: &SearchOutcome,
        beginnings: &Beginnings<'_>,
    ) -> Option<EvaluatedIndividual> {
        let individual = &test.individual;
        let [call] = &individual.calls[..] else { return None };
        let is_whole = individual.soaks || !individual.setup.is_empty() || !test.faults.is_empty();
        if is_whole || self.evaluator.stopped() {
            return None;
        }
        let tried = beginnings.before_or_any(call.template);
        let needed = outcome.covered_by(test);
        let Answers::Good(empty) = self.run(individual).answers else { return None };
        let alone = self.evaluator.last_answer();
        for beginning in tried.into_iter().take(TRIED) {
            if self.evaluator.stopped() {
                return None;
            }
            let calls: Vec<Action> = beginning.iter().chain([call]).cloned().collect();
            let longer = Individual { calls, ..Individual::default() };
            // What the calls before it answer is no more of this one.
            let before = Individual { calls: beginning.to_vec(), ..Individual::default() };
            let Answers::Good(made) = self.run(&before).answers else { continue };
            let mut shows = || -> Option<Shown> {
                let shown = self.run(&longer);
                // What it answers all the same is not made by the calls before it.
                if alone.is_some() && self.evaluator.last_answer() == alone {
                    return None;
                }
                let Answers::Good(held) = &shown.answers else { return None };
                let holds_more = held.iter().any(|one| !empty.contains(one) && !made.contains(one))
                    && empty.iter().all(|one| held.contains(one));
                let is_known =
                    |fault: &Fault| outcome.faults.iter().any(|one| one.is_same_as(fault));
                let is_sound = shown.evaluation.faults.iter().all(|(_, fault)| is_known(fault));
                (holds_more && is_sound && needed.is_subset(&shown.covered)).then_some(shown)
            };
            if let Some((first, again)) = shows().and_then(|first| Some((first, shows()?))) {
                return Some(seen_twice(test.number, longer, &first, again));
            }
        }
        None
    }

    fn run(&mut self, individual: &Individual) -> Shown {
        let shown = run(individual, self.evaluator);
        self.calls += u64::from(shown.evaluation.calls);
        shown
    }
}

#[cfg(test)]
mod tests {
    use nearmiss_targets::{COVERED, TargetId};

    use super::*;
    use crate::Evaluation;
    use crate::Hit;
    use crate::separate::tests::{call, calls_of, test};

    /// A SUT in which call 2 lists what calls 1 have made, and call 3 something else. Each covers its number.
    #[derive(Default)]
    struct Shelf(Answers);

    impl Evaluator for Shelf {
        fn evaluate(&mut self, individual: &Individual) -> Evaluation {
            let calls: Vec<u32> = individual.calls.iter().map(|call| call.template.0).collect();
            let mut held = calls.clone();
            let made = calls.iter().position(|call| *call == 1);
            if made.is_some() && calls.iter().rposition(|call| *call == 2) > made {
                held.push(20);
            }
            held.sort_unstable();
            self.0 = Answers::Good(held);
            let hit = |target: &u32| Hit { target: TargetId(*target), h: COVERED };
            let (hits, made) = (calls.iter().map(hit).collect(), calls.len() as u32);
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
    fn what_a_list_holds_is_made_before_it_is_read() {
        let calls = |numbers: &[u32]| numbers.iter().map(|number| call(*number, None)).collect();
        let suite = [
            test(0, calls(&[2]), &[2]),
            test(1, calls(&[3]), &[3]),
            test(2, calls(&[3, 1, 2, 3]), &[1, 2, 3]),
            test(3, calls(&[4, 1, 3]), &[1, 3, 4]),
        ];
        let archive = suite
            .iter()
            .flat_map(|test| test.covered.iter().map(|target| (*target, Arc::clone(test))))
            .collect();
        let outcome = SearchOutcome { archive, ..SearchOutcome::default() };
        let done = fill(&suite, &outcome, &Templates::default(), &mut Shelf::default());
        // 3 holds the same whatever stands before it.
        let expected = [vec![3, 1, 2], vec![3], vec![3, 1, 2, 3], vec![4, 1, 3]];
        assert_eq!((calls_of(&done.tests), done.longer), (expected.to_vec(), 1));
        assert_eq!(done.tests[0].covered, [1, 2, 3].map(TargetId));
    }
}

//! Calls whose inputs hide all that is there: they are made to find some of it.
//!
//! A search covers what a filter does by leaving everything out. Who reads its test sees an empty list, which the same
//! call answers when the filter is broken.

mod candidates;
#[cfg(test)]
mod tests;
mod unlike;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use nearmiss_targets::TargetId;

use crate::after_run::{Shown, run};
use crate::fault::repeated_faults;
use crate::fill::Beginnings;
use crate::shares::Shares;
use crate::transplant::is_same_call;
use crate::{
    Action, Answers, EvaluatedIndividual, Evaluator, Fault, Individual, SearchOutcome, TemplateId,
    Templates,
};
use candidates::{bare, candidates, otherwise_made, with_last};

/// Beginnings of other tests that are tried before a call.
const BEGINNINGS: usize = 2;
/// Tests that are tried in the place of one.
const CANDIDATES: usize = 24;

/// A suite whose tests find something.
#[derive(Clone, Debug, Default)]
pub struct Found {
    /// The tests, in their order.
    pub tests: Vec<Arc<EvaluatedIndividual>>,
    /// Tests that find something now.
    pub changed: usize,
    /// Tests beside them: each finds something that the filters of another one hide. Others may cover all that they do.
    pub added: Vec<Arc<EvaluatedIndividual>>,
    /// Calls that were made to find out.
    pub calls: u64,
}

/// Changes tests that succeed and whose last call answers more when its optional inputs are left out, so that it answers
/// more with them: its inputs have values that a call before it has made something with, or that call makes what they
/// ask for, or another call of its operation does beside it. Where an answer holds nothing, another call of the
/// operation may make what it is to hold. The test covers all that it alone covers, twice, and shows
/// no fault that nobody knows. Where it must hide all to cover that, a test that finds something is added: one for each
/// operation. Ends early when the evaluator stops.
///
/// A test that shows a fault stays as it is.
pub fn find(
    suite: &[Arc<EvaluatedIndividual>],
    outcome: &SearchOutcome,
    templates: &Templates,
    evaluator: &mut dyn Evaluator,
) -> Found {
    let mut done = Found { tests: suite.to_vec(), ..Found::default() };
    let mut shares = Shares::of(suite, outcome);
    let (beginnings, makers) = (Beginnings::of(suite, templates), makers(suite));
    let mut besides: BTreeMap<TemplateId, EvaluatedIndividual> = BTreeMap::new();
    for (index, test) in suite.iter().enumerate() {
        let individual = &test.individual;
        let is_whole = individual.soaks || individual.is_long() || !individual.setup.is_empty();
        if is_whole || !test.faults.is_empty() || evaluator.stopped() {
            continue;
        }
        let (needed, last, calls) = (shares.only(index), None, 0);
        let known = &outcome.faults;
        let mut of_test =
            OfTest { test, needed, last, known, templates, makers: &makers, evaluator, calls };
        let found = of_test.found(&beginnings);
        done.calls += of_test.calls;
        match (found, individual.calls.last()) {
            (Some(Finding::Instead(found)), _) => {
                done.changed += 1;
                shares.set(index, outcome.covered_by(&found));
                done.tests[index] = Arc::new(found);
            }
            (Some(Finding::Beside(found)), Some(last)) => {
                besides.entry(last.template).or_insert(found);
            }
            (Some(Finding::Beside(_)) | None, _) => {}
        }
    }
    let last = suite.iter().map(|test| test.number + 1).max();
    let number = outcome.individuals.max(last.unwrap_or_default());
    let numbered = besides.into_values().zip(number..);
    let added = numbered.map(|(test, number)| Arc::new(EvaluatedIndividual { number, ..test }));
    done.added = added.collect();
    done
}

/// A test that finds something.
enum Finding {
    /// It shows all that the test is to show.
    Instead(EvaluatedIndividual),
    /// It does not.
    Beside(EvaluatedIndividual),
}

/// Lists calls of each operation that take nothing from others; first those that stand behind another one of it, since
/// what they make may be there beside something else.
fn makers(suite: &[Arc<EvaluatedIndividual>]) -> BTreeMap<TemplateId, Vec<Action>> {
    let mut found: BTreeMap<TemplateId, Vec<Action>> = BTreeMap::new();
    for test in suite.iter().filter(|test| test.faults.is_empty()) {
        let calls = &test.individual.calls;
        let is_maker = |call: &Action| call.links.is_empty() && call.malformed.is_none();
        for (index, call) in calls.iter().enumerate().filter(|(_, call)| is_maker(call)) {
            let known = found.entry(call.template).or_default();
            let is_behind = calls[..index].iter().any(|other| other.template == call.template);
            let same = known.iter().position(|other| is_same_call(other, call));
            match same {
                Some(at) if is_behind => known[..=at].rotate_right(1),
                None if is_behind => known.insert(0, call.clone()),
                None => known.push(call.clone()),
                Some(_) => {}
            }
        }
    }
    found
}

/// Tells whether the last call of a test asks for more than it must.
fn asks_for_more(individual: &Individual, bare: &Individual) -> bool {
    let last = |individual: &Individual| individual.calls.last().cloned();
    last(individual).zip(last(bare)).is_some_and(|(own, bare)| !is_same_call(&own, &bare))
}

struct OfTest<'a> {
    test: &'a EvaluatedIndividual,
    /// Targets that it is to cover: no other test does.
    needed: BTreeSet<TargetId>,
    /// Number that stands for its last answer.
    last: Option<u64>,
    /// Faults of the search.
    known: &'a [Fault],
    templates: &'a Templates,
    makers: &'a BTreeMap<TemplateId, Vec<Action>>,
    evaluator: &'a mut dyn Evaluator,
    calls: u64,
}

impl OfTest<'_> {
    /// The test with something found; `None` where its inputs hide nothing, or nothing else shows what it is to show.
    fn found(&mut self, beginnings: &Beginnings<'_>) -> Option<Finding> {
        let (last, before) = self.test.individual.calls.split_last()?;
        let Answers::Good(shown) = self.run(&self.test.individual.clone()).answers else {
            return None;
        };
        self.last = self.evaluator.last_answer();
        let own = self.held(before)?;
        let own: Vec<u32> = shown.into_iter().filter(|held| !own.contains(held)).collect();
        let ways: Vec<&[Action]> = match before {
            [] => beginnings.before(last.template).into_iter().take(BEGINNINGS).collect(),
            before => vec![before],
        };
        let mut beside: Option<(Individual, Shown)> = None;
        for before in ways {
            let made = self.held(before)?;
            let bare = bare(&with_last(before, last), self.templates);
            if self.evaluator.stopped() {
                return None;
            }
            let candidates = match self.holds_more(&bare, &own, &made) {
                true => candidates(before, last, self.templates, self.makers),
                false if own.is_empty() => otherwise_made(before, last, self.makers),
                false => continue,
            };
            for candidate in candidates.into_iter().take(CANDIDATES) {
                if self.evaluator.stopped() {
                    return None;
                }
                let Some(first) = self.shows(&candidate, &own) else { continue };
                if self.is_enough(&first, &own) {
                    let again =
                        self.shows(&candidate, &own).filter(|again| self.is_enough(again, &own));
                    if let Some(again) = again {
                        return Some(Finding::Instead(self.evaluated(candidate, &first, again)));
                    }
                } else if beside.is_none() && asks_for_more(&candidate, &bare) {
                    beside = Some((candidate, first));
                }
            }
        }
        let (candidate, first) = beside?;
        let again = self.shows(&candidate, &own)?;
        Some(Finding::Beside(self.evaluated(candidate, &first, again)))
    }

    /// Answers what calls are answered with, by numbers, if all succeed.
    fn held(&mut self, calls: &[Action]) -> Option<Vec<u32>> {
        if calls.is_empty() {
            return Some(Vec::new());
        }
        let individual = Individual { calls: calls.to_vec(), ..Individual::default() };
        match self.run(&individual).answers {
            Answers::Good(held) => Some(held),
            Answers::Refused(_) | Answers::Missing => None,
        }
    }

    fn holds_more(&mut self, individual: &Individual, own: &[u32], made: &[u32]) -> bool {
        let Answers::Good(held) = self.run(individual).answers else { return false };
        held.iter().any(|one| !own.contains(one) && !made.contains(one))
    }

    fn evaluated(
        &self,
        individual: Individual,
        first: &Shown,
        again: Shown,
    ) -> EvaluatedIndividual {
        EvaluatedIndividual {
            number: self.test.number,
            individual,
            covered: first.covered.intersection(&again.covered).copied().collect(),
            faults: repeated_faults(&first.evaluation.faults, &again.evaluation.faults),
            strayed: again.evaluation.strayed,
        }
    }

    /// Answers what a test shows whose last answer holds something that neither the test's own last one did nor those
    /// before it.
    fn shows(&mut self, individual: &Individual, own: &[u32]) -> Option<Shown> {
        let (_, before) = individual.calls.split_last()?;
        let made = self.held(before)?;
        let shown = self.run(individual);
        if self.last.is_some() && self.evaluator.last_answer() == self.last {
            return None;
        }
        let Answers::Good(held) = &shown.answers else { return None };
        let holds_more = held.iter().any(|one| !own.contains(one) && !made.contains(one));
        let is_known = |fault: &Fault| self.known.iter().any(|known| known.is_same_as(fault));
        let is_sound = shown.evaluation.faults.iter().all(|(_, fault)| is_known(fault));
        (holds_more && is_sound).then_some(shown)
    }

    /// Tells whether a test covers what is needed, and its answers hold what the test's own last one did.
    fn is_enough(&self, shown: &Shown, own: &[u32]) -> bool {
        let Answers::Good(held) = &shown.answers else { return false };
        own.iter().all(|one| held.contains(one)) && self.needed.is_subset(&shown.covered)
    }

    fn run(&mut self, individual: &Individual) -> Shown {
        let shown = run(individual, self.evaluator);
        self.calls += u64::from(shown.evaluation.calls);
        shown
    }
}

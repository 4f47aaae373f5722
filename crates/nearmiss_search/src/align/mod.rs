//! Tests that differ from one another in nothing but what counts.
//!
//! A search leaves in each test whatever it had tried there: a filter that nothing hangs on, another title than the
//! next test has. Who reads two tests beside each other looks for the difference, and finds ten. What a test does
//! without is left out, and what is left has the values of the tests before it.

pub(crate) mod edits;
#[cfg(test)]
mod tests;

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use nearmiss_targets::TargetId;

use crate::after_run::{Shown, run};
use crate::fault::repeated_faults;
use crate::shares::Shares;
use crate::{
    Action, Answers, EvaluatedIndividual, Evaluator, Individual, SearchOutcome, TemplateId,
    Templates, UserId,
};
use edits::{Edit, cuts, edited, likenings, omissions, unnamed};

/// Calls of an operation whose values others are given.
const MODELS: usize = 2;

/// A suite of tests that are alike where nothing hangs on a difference.
#[derive(Clone, Debug, Default)]
pub struct Aligned {
    /// The tests, in their order.
    pub tests: Vec<Arc<EvaluatedIndividual>>,
    /// Inputs that were left out, or have other values.
    pub changed: usize,
    /// Calls that were made to find out.
    pub calls: u64,
}

/// Leaves out inputs of calls that nothing hangs on, and fields that no schema names, cuts lists short, and gives the
/// others the values that calls of the same operation in shorter tests have, where the test shows the same then: it
/// covers all that no other test does, its faults are the same, and its calls succeed as before, or are refused in the
/// same words. What succeeds keeps an input that other code is run without. Nobody calls where nothing hangs on who
/// does, or whoever calls in most tests. Ends early, with what was found by then, when the evaluator stops.
///
/// A test of which memory is examined stays as it is, and one of very many calls.
pub fn align(
    suite: &[Arc<EvaluatedIndividual>],
    outcome: &SearchOutcome,
    templates: &Templates,
    evaluator: &mut dyn Evaluator,
) -> Aligned {
    let mut done = Aligned { tests: suite.to_vec(), ..Aligned::default() };
    let mut models: BTreeMap<TemplateId, Vec<Action>> = BTreeMap::new();
    let (mut shares, usual) = (Shares::of(suite, outcome), usual_user(suite));
    let mut order: Vec<usize> = (0..suite.len()).collect();
    order.sort_by_key(|index| (suite[*index].individual.calls.len(), suite[*index].number));
    for index in order {
        let test = &mut done.tests[index];
        if test.individual.soaks || test.individual.is_long() || evaluator.stopped() {
            continue;
        }
        let needed = shares.only(index);
        let mut of_test = OfTest { test, needed, usual, templates, evaluator, calls: 0 };
        let aligned = of_test.aligned(&models);
        done.calls += of_test.calls;
        let Some((aligned, changed, answers)) = aligned else { continue };
        done.changed += changed;
        if changed > 0 {
            shares.set(index, outcome.covered_by(&aligned));
            *test = Arc::new(aligned);
        }
        // What is refused is no model.
        if matches!(answers, Answers::Good(_)) {
            for call in &test.individual.calls {
                let known = models.entry(call.template).or_default();
                if known.len() < MODELS {
                    known.push(call.clone());
                }
            }
        }
    }
    done
}

/// Answers the user who calls in most tests of one user, the first of those in as many.
fn usual_user(suite: &[Arc<EvaluatedIndividual>]) -> Option<UserId> {
    let mut times: BTreeMap<UserId, usize> = BTreeMap::new();
    for user in suite.iter().filter_map(|test| one_user(&test.individual)) {
        *times.entry(user).or_default() += 1;
    }
    times.into_iter().max_by_key(|(user, times)| (*times, Reverse(*user))).map(|(user, _)| user)
}

/// Answers the user of a test in which no other one calls.
fn one_user(individual: &Individual) -> Option<UserId> {
    let mut users = individual.calls.iter().filter_map(|call| call.user);
    let first = users.next()?;
    users.all(|user| user == first).then_some(first)
}

struct OfTest<'a> {
    test: &'a EvaluatedIndividual,
    /// Targets that it is to cover: no other test does.
    needed: BTreeSet<TargetId>,
    /// Whoever calls in most tests.
    usual: Option<UserId>,
    templates: &'a Templates,
    evaluator: &'a mut dyn Evaluator,
    calls: u64,
}

/// A test as it is by now, with what it shows.
struct State {
    individual: Individual,
    shown: Shown,
    /// Changes that were made.
    changed: usize,
}

impl OfTest<'_> {
    /// The test with all changes that it can do with, their number, and its answers; `None` where it does not show what
    /// it is to show.
    fn aligned(
        &mut self,
        models: &BTreeMap<TemplateId, Vec<Action>>,
    ) -> Option<(EvaluatedIndividual, usize, Answers)> {
        let individual = self.test.individual.clone();
        let shown = self.run(&individual);
        if !self.has_all(&shown) || shown.answers == Answers::Missing {
            return None;
        }
        let mut state = State { individual, shown, changed: 0 };
        self.well_formed(&mut state);
        let mut omissions = omissions(&state.individual, self.templates);
        if !matches!(state.shown.answers, Answers::Refused(_)) {
            // What a body sends an answer mostly has: to read it there is what the test is worth.
            omissions.retain(|omission| omission.is_of_single(&state.individual));
        }
        self.take(&omissions.iter().collect::<Vec<_>>(), Kept::Code, &mut state);
        let unnamed = unnamed(&state.individual, self.templates);
        self.take(&unnamed.iter().collect::<Vec<_>>(), Kept::Needed, &mut state);
        let cuts = cuts(&state.individual);
        self.take(&cuts.iter().collect::<Vec<_>>(), Kept::Needed, &mut state);
        self.usual_callers(&mut state);
        for call in 0..state.individual.calls.len() {
            for model in models.get(&state.individual.calls[call].template).into_iter().flatten() {
                let likenings = likenings(&state.individual, call, model);
                self.take(&likenings.iter().collect::<Vec<_>>(), Kept::Needed, &mut state);
            }
        }
        let State { individual, shown, changed } = state;
        if changed == 0 {
            return Some((self.test.clone(), 0, shown.answers));
        }
        let again = self.run(&individual);
        if !self.keeps(&again, Kept::Needed, &shown) {
            return None;
        }
        let aligned = EvaluatedIndividual {
            number: self.test.number,
            individual,
            covered: shown.covered.intersection(&again.covered).copied().collect(),
            faults: repeated_faults(&shown.evaluation.faults, &again.evaluation.faults),
            strayed: again.evaluation.strayed,
        };
        Some((aligned, changed, shown.answers))
    }

    /// Sends calls as they ought to be where nothing hangs on what is wrong with them.
    fn well_formed(&mut self, state: &mut State) {
        for call in 0..state.individual.calls.len() {
            let mut tried = state.individual.clone();
            if tried.calls[call].malformed.take().is_none() || self.evaluator.stopped() {
                continue;
            }
            let shown = self.run(&tried);
            if self.keeps(&shown, Kept::Needed, &state.shown) {
                *state = State { individual: tried, shown, changed: state.changed + 1 };
            }
        }
    }

    /// Lets nobody call where that is as good, or whoever calls in most tests.
    fn usual_callers(&mut self, state: &mut State) {
        let is_of_users = state.individual.calls.iter().any(|call| call.user.is_some());
        let usual = self
            .usual
            .filter(|usual| one_user(&state.individual).is_some_and(|user| user != *usual));
        let callers = [Some(None).filter(|_| is_of_users), usual.map(Some)];
        for caller in callers.into_iter().flatten() {
            if self.evaluator.stopped() {
                return;
            }
            let mut tried = state.individual.clone();
            for call in tried.calls.iter_mut().filter(|call| call.user.is_some()) {
                call.user = caller;
            }
            let shown = self.run(&tried);
            if self.keeps(&shown, Kept::Needed, &state.shown) {
                *state = State { individual: tried, shown, changed: state.changed + 1 };
                return;
            }
        }
    }

    /// Makes as many of the changes as the test can do with: all at once, else each half by itself.
    fn take(&mut self, edits: &[&Edit], kept: Kept, state: &mut State) {
        if edits.is_empty() || self.evaluator.stopped() {
            return;
        }
        let tried = edited(&state.individual, edits, self.templates);
        let shown = self.run(&tried);
        if self.keeps(&shown, kept, &state.shown) {
            *state = State { individual: tried, shown, changed: state.changed + edits.len() };
        } else if edits.len() > 1 {
            let (first, second) = edits.split_at(edits.len() / 2);
            self.take(first, kept, state);
            self.take(second, kept, state);
        }
    }

    fn run(&mut self, individual: &Individual) -> Shown {
        let shown = run(individual, self.evaluator);
        self.calls += u64::from(shown.evaluation.calls);
        shown
    }

    /// Tells whether a run shows all that the test is to show but for its answers.
    fn has_all(&self, shown: &Shown) -> bool {
        let faults = &shown.evaluation.faults;
        let has = |place: usize, fault| {
            faults.iter().any(|(at, other)| *at == place && other.is_same_as(fault))
        };
        self.needed.is_subset(&shown.covered)
            && self.test.faults.iter().all(|(place, fault)| has(*place, fault))
    }

    fn keeps(&self, shown: &Shown, kept: Kept, before: &Shown) -> bool {
        let is_answered = match (&before.answers, &shown.answers) {
            (Answers::Good(before), Answers::Good(now)) => {
                before.iter().all(|held| now.contains(held))
            }
            (before, now) => before == now && before != &Answers::Missing,
        };
        let is_refused = matches!(before.answers, Answers::Refused(_));
        let is_same_code = kept == Kept::Needed || is_refused || before.covered == shown.covered;
        // A fault that nobody asked for would be told of the test.
        let is_known = shown.evaluation.faults.len() <= before.evaluation.faults.len();
        is_answered && is_same_code && is_known && self.has_all(shown)
    }
}

/// Code that a test runs after a change.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
enum Kept {
    /// All that it has run, and no other, if it succeeds: with an input that is read its meaning would go.
    Code,
    /// Targets that it is in the suite for.
    Needed,
}

//! Inputs of calls that are refused, put into calls that succeed.
//!
//! Code that only refused calls run is not tested by them: what it has made shows in no answer, so that nobody
//! notices when it makes something else. What is refused is often one value, or one call before it, apart from what
//! succeeds, and both are in the suite.

mod host;
mod named;
mod places;
#[cfg(test)]
pub(crate) mod tests;

use std::collections::BTreeSet;
use std::sync::Arc;

use nearmiss_targets::TargetId;

use crate::after_run::{Shown, run};
use crate::fault::repeated_faults;
use crate::{
    Action, ActionTemplate, Answers, EvaluatedIndividual, Evaluator, Fault, GeneValue, Individual,
    Sampler, SearchOutcome, TemplateId, UserId,
};
use host::{Host, Hosts};
use named::Named;
pub(crate) use places::{Place, apart, is_linked, is_same_call, sends, single_values};

/// A suite with tests that show more.
#[derive(Clone, Debug, Default)]
pub struct Transplanted {
    /// The tests, those that were added last.
    pub tests: Vec<Arc<EvaluatedIndividual>>,
    /// How many were added.
    pub added: usize,
    /// Calls that were made to find them.
    pub calls: u64,
}

/// Adds to a suite tests that succeed and show what no test of it that succeeds does: code that is run, or something
/// that an answer holds ([`Evaluator::answers`]); and those that show a fault that is not known. Tries, in this
/// order:
///
/// 1. refused calls with values of the same name that other calls succeed with;
/// 2. refused calls behind tests that make or change what they work on ([`Sampler::behind`]);
/// 3. values of refused calls in the same inputs of calls that succeed;
/// 4. values of the same name in calls that succeed;
/// 5. calls that succeed as other users.
///
/// Ends early, with what was found by then, when the evaluator stops. What new tests cover is in the archive of the
/// outcome, too.
pub fn transplant(
    suite: &[Arc<EvaluatedIndividual>],
    outcome: &mut SearchOutcome,
    templates: &[ActionTemplate],
    sampler: &dyn Sampler,
    evaluator: &mut dyn Evaluator,
) -> Transplanted {
    let last = suite.iter().map(|test| test.number + 1).max();
    let mut work = Work {
        templates,
        sampler,
        evaluator,
        hosts: Hosts::default(),
        succeeded: BTreeSet::new(),
        held: BTreeSet::new(),
        faults: outcome.faults.clone(),
        found: Vec::new(),
        number: outcome.individuals.max(last.unwrap_or_default()),
        calls: 0,
    };
    let refused = work.look(suite);
    work.try_refused(&refused, suite);
    work.try_behind(&refused);
    work.try_values(&refused);
    work.try_names(suite);
    work.try_users(suite);
    let Work { calls, found, .. } = work;
    for test in &found {
        outcome.take_in(test);
    }
    let added = found.len();
    Transplanted { tests: suite.iter().cloned().chain(found).collect(), added, calls }
}

struct Work<'a> {
    templates: &'a [ActionTemplate],
    sampler: &'a dyn Sampler,
    evaluator: &'a mut dyn Evaluator,
    hosts: Hosts,
    /// What tests cover that succeed.
    succeeded: BTreeSet<TargetId>,
    /// What their answers hold.
    held: BTreeSet<u32>,
    faults: Vec<Fault>,
    found: Vec<Arc<EvaluatedIndividual>>,
    number: u64,
    calls: u64,
}

/// What of that no test has shown.
#[derive(Debug, Default, Eq, PartialEq)]
struct News {
    covered: BTreeSet<TargetId>,
    held: BTreeSet<u32>,
    faults: Vec<Fault>,
}

impl News {
    fn is_empty(&self) -> bool {
        self.covered.is_empty() && self.held.is_empty() && self.faults.is_empty()
    }

    /// What of it another run shows, too.
    fn repeated(self, by: &Self) -> Self {
        let Self { mut faults, .. } = self;
        faults.retain(|fault| by.faults.iter().any(|other| other.is_same_as(fault)));
        Self { covered: &self.covered & &by.covered, held: &self.held & &by.held, faults }
    }

    fn is_all_in(&self, other: &Self) -> bool {
        let has = |fault: &Fault| other.faults.iter().any(|known| known.is_same_as(fault));
        self.covered.is_subset(&other.covered)
            && self.held.is_subset(&other.held)
            && self.faults.iter().all(has)
    }
}

impl Work<'_> {
    /// Runs the tests of the suite; answers those that are refused, first those of operations that nobody succeeds
    /// with: of them nothing is shown at all.
    fn look(&mut self, suite: &[Arc<EvaluatedIndividual>]) -> Vec<Arc<EvaluatedIndividual>> {
        let (mut good, mut refused) = (Vec::new(), Vec::new());
        for test in suite {
            if self.evaluator.stopped() {
                break;
            }
            if test.individual.soaks || test.individual.is_long() || !test.faults.is_empty() {
                continue;
            }
            let shown = self.run(&test.individual);
            match shown.answers {
                Answers::Good(_) => {
                    let news = self.news(&shown);
                    self.take_in(&news);
                    good.push(test);
                }
                Answers::Refused(_) => refused.push(Arc::clone(test)),
                Answers::Missing => {}
            }
        }
        good.sort_by_key(|test| (test.individual.calls.len(), test.number));
        good.iter().for_each(|test| self.hosts.add(&test.individual));
        let succeeds = |test: &EvaluatedIndividual| {
            test.individual.calls.last().is_none_or(|last| self.hosts.of(last.template) > 0)
        };
        refused.sort_by_key(|test| (succeeds(test), test.number));
        refused
    }

    fn run(&mut self, individual: &Individual) -> Shown {
        let shown = run(individual, self.evaluator);
        self.calls += u64::from(shown.evaluation.calls);
        shown
    }

    fn news(&self, shown: &Shown) -> News {
        let mut news = News::default();
        if let Answers::Good(held) = &shown.answers {
            news.covered = &shown.covered - &self.succeeded;
            news.held = held.iter().filter(|number| !self.held.contains(number)).copied().collect();
        }
        for (_, fault) in &shown.evaluation.faults {
            if !self.faults.iter().any(|known| known.is_same_as(fault)) {
                news.faults.push(fault.clone());
            }
        }
        news
    }

    fn take_in(&mut self, news: &News) {
        self.succeeded.extend(&news.covered);
        self.held.extend(&news.held);
        self.faults.extend(news.faults.iter().cloned());
    }

    /// Keeps a test that shows something new, and does so again; without calls that nothing of it hangs on.
    fn offer(&mut self, individual: Individual) {
        let asked = individual.calls.last().is_some_and(|last| self.sampler.asks(last.template));
        if !asked || self.evaluator.stopped() {
            return;
        }
        let mut first = self.run(&individual);
        let news = self.news(&first);
        if news.is_empty() {
            return;
        }
        let mut individual = individual;
        if first.evaluation.disturbed {
            individual.calls.truncate(first.evaluation.ran.max(1));
        }
        let mut second = self.run(&individual);
        let news = news.repeated(&self.news(&second));
        if news.is_empty() {
            return;
        }
        for index in (0..individual.calls.len().saturating_sub(1)).rev() {
            let mut shorter = individual.clone();
            shorter.remove_call(index);
            let run = self.run(&shorter);
            if news.is_all_in(&self.news(&run)) {
                (first, second, individual) = (second, run, shorter);
            }
        }
        self.take_in(&news);
        if matches!(second.answers, Answers::Good(_)) {
            self.hosts.add(&individual);
        }
        let faults = repeated_faults(&first.evaluation.faults, &second.evaluation.faults);
        let covered = first.covered.intersection(&second.covered).copied().collect();
        let number = self.number;
        self.number += 1;
        let strayed = second.evaluation.strayed;
        let test = EvaluatedIndividual { number, individual, covered, faults, strayed };
        self.found.push(Arc::new(test));
    }

    /// Tells whether a test covers what none that succeeds does.
    fn hides(&self, test: &EvaluatedIndividual) -> bool {
        test.covered.iter().any(|target| !self.succeeded.contains(target))
    }

    /// Refused calls with values of the same name: of calls that succeed, if there are any.
    fn try_refused(
        &mut self,
        refused: &[Arc<EvaluatedIndividual>],
        suite: &[Arc<EvaluatedIndividual>],
    ) {
        let good = Named::of(self.hosts.each().filter_map(Host::last), self.templates);
        let values = good.or(&Named::of(actions(suite), self.templates));
        for test in refused {
            let mut host = Host::of(test.individual.clone());
            let Some(last) = test.individual.calls.last().filter(|_| self.hides(test)) else {
                continue;
            };
            for (place, value) in values.for_call(last, self.templates) {
                if let Some(individual) = host.with(&place, &value) {
                    self.offer(individual);
                }
            }
        }
    }

    /// Refused calls behind tests that make or change what they work on, of each test the first, then of each the
    /// second, and so on.
    fn try_behind(&mut self, refused: &[Arc<EvaluatedIndividual>]) {
        let mut candidates: Vec<(usize, Individual)> = Vec::new();
        for host in self.hosts.each() {
            let mut calls: Vec<Action> = Vec::new();
            let user = host.last().and_then(|last| last.user);
            let lasts = refused.iter().filter_map(|test| test.individual.calls.last());
            for call in lasts.filter_map(|last| self.sampler.behind(&host.individual, last)) {
                for call in [Action { user, ..call.clone() }, call] {
                    // What they differed in may be what is taken from the test now.
                    if !calls.iter().any(|other| is_same_call(other, &call)) {
                        calls.push(call);
                    }
                }
            }
            candidates.extend(calls.into_iter().enumerate().map(|(turn, call)| {
                let mut individual = host.individual.clone();
                individual.calls.push(call);
                (turn, individual)
            }));
        }
        candidates.sort_by_key(|(turn, _)| *turn);
        candidates.into_iter().for_each(|(_, individual)| self.offer(individual));
    }

    /// Values of refused calls in the same inputs of calls that succeed.
    fn try_values(&mut self, refused: &[Arc<EvaluatedIndividual>]) {
        for test in refused {
            let Some(last) = test.individual.calls.last().filter(|_| self.hides(test)) else {
                continue;
            };
            for index in 0..self.hosts.of(last.template) {
                let place = (last.template, index);
                let own = self.hosts.get(place).and_then(|host| host.last());
                let values = own.map_or_else(Vec::new, |own| apart(own, last));
                self.try_each(place, &values);
            }
        }
    }

    /// Values of the same name in calls that succeed.
    fn try_names(&mut self, suite: &[Arc<EvaluatedIndividual>]) {
        let all = Named::of(actions(suite), self.templates);
        for place in self.hosts.places() {
            let last = self.hosts.get(place).and_then(|host| host.last());
            let values = last.map_or_else(Vec::new, |last| all.for_call(last, self.templates));
            self.try_each(place, &values);
        }
    }

    fn try_each(&mut self, host: (TemplateId, usize), values: &[(Place, GeneValue)]) {
        for (place, value) in values {
            if let Some(individual) = self.hosts.get(host).and_then(|host| host.with(place, value))
            {
                self.offer(individual);
            }
        }
    }

    /// Calls that succeed as other users.
    fn try_users(&mut self, suite: &[Arc<EvaluatedIndividual>]) {
        let users: BTreeSet<UserId> = actions(suite).filter_map(|action| action.user).collect();
        for place in self.hosts.places() {
            let Some(host) = self.hosts.get(place).cloned() else { continue };
            let Some(own) = host.last().and_then(|last| last.user) else { continue };
            for user in users.iter().filter(|user| **user != own) {
                let mut individual = host.individual.clone();
                for action in &mut individual.calls {
                    action.user = action.user.map(|of| if of == own { *user } else { of });
                }
                self.offer(individual);
            }
        }
    }
}

fn actions(suite: &[Arc<EvaluatedIndividual>]) -> impl Iterator<Item = &Action> {
    suite.iter().flat_map(|test| &test.individual.calls)
}

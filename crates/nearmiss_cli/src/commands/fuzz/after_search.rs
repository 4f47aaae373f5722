//! What is done with the tests of a search before they are written: calls that nothing hangs on go, and tests come that
//! show more, and plain values take the place of those that only a search writes.

use std::sync::Arc;
use std::time::Duration;

use nearmiss_problem::Problem;
use nearmiss_runner::{Budget, Reset, SutEvaluator};
use nearmiss_search::{
    Causes, EvaluatedIndividual, Humanised, Individual, Minimised, SearchOutcome, Templates,
    Transplanted, align, causes, confirm, fill, find, humanise, individual_rng, made_by_others,
    minimal_suite, minimise, needed, plain_ids, separate, stand_alone, succeed, transplant,
    without_needless_calls, without_repeats,
};

use crate::options::Technique;
use crate::options::search::{ONLY_RESUME, REPLAY, WITHOUT};
use crate::settings::{Entry, Settings};
use crate::suite::reading_order;

/// Of the calls of the search, one for so many, and so many at least: what tests are added hangs on what this leaves.
const MINIMISING_SHARE: u64 = 4;
const LEAST_MINIMISING_CALLS: u64 = 1_000;
/// As many calls as the search has made, and so many at least: a test of ten calls is run some thirty times.
const LEAST_CALLS: u64 = 2_000;
/// Fewest calls of a search whose tests are tried in other orders, which starts the API six times.
const LEAST_ORDERED: u64 = 1_000;
/// Of the time of the search, and so long at least: what comes after it keeps to a sixth of it, with verifying.
const MINIMISING_TIME_SHARE: u32 = 25;
const LEAST_MINIMISING: Duration = Duration::from_secs(4);
const TRANSPLANTING_TIME_SHARE: u32 = 50;
const LEAST_TRANSPLANTING: Duration = Duration::from_secs(2);
const SEPARATING_TIME_SHARE: u32 = 100;
const LEAST_SEPARATING: Duration = Duration::from_secs(2);
/// Plain values are what people see first of a suite.
const PLAIN_TIME_SHARE: u32 = 12;
const LEAST_PLAIN: Duration = Duration::from_secs(8);
/// Starts of an API that nothing resets, for tests that show something only in a fresh process.
const PLAIN_STARTS: usize = 60;
/// Seed of calls that read what tests write.
const READINGS: u64 = 0x0a4d;

/// Tests of a search after all that is done to them.
#[derive(Debug, Default)]
pub struct AfterSearch {
    /// The tests that together cover all that is covered, with all that was done to them.
    pub minimised: Minimised,
    /// Tests that were added.
    pub transplanted: Transplanted,
    /// Plain values that took the place of noise.
    pub humanised: Humanised,
    /// The tests may stand in any order: each begins from the same state, or needs none that others leave.
    pub in_any_order: bool,
}

/// Answers the tests that together cover all that is covered, of a search that made so many calls.
pub fn after_search(
    (settings, reset): (&Settings, &Reset),
    problem: &dyn Problem,
    outcome: &mut SearchOutcome,
    evaluator: &mut SutEvaluator<'_>,
    calls: u64,
) -> AfterSearch {
    let tests = minimal_suite(outcome);
    let is_reset = !matches!(reset, Reset::None);
    // Who reads nothing but the search's figures waits for nothing else.
    if !settings.is(&REPLAY) {
        let minimised = Minimised { tests, ..Minimised::default() };
        return AfterSearch { minimised, in_any_order: is_reset, ..AfterSearch::default() };
    }
    let templates = problem.all_templates();
    let mut work = Work { settings, problem, evaluator, calls, templates };
    if is_reset {
        return work.chosen(tests, outcome, State::Reset);
    }
    // Without a reset a call looks needless whose work an earlier test has done, and one succeeds or not by what is
    // left of others: there all calls stay in their order, unless the API keeps nothing that a test needs.
    work.in_any_order(&tests, outcome).unwrap_or_else(|| work.chosen(tests, outcome, State::Kept))
}

/// State that each test begins from.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
enum State {
    /// State of every other test, too, since it is reset before each.
    Reset,
    /// Nothing is reset, and no test needs what others leave, as far as is known.
    Unused,
    /// State that others have left.
    Kept,
}

struct Work<'a, 'p> {
    settings: &'a Settings,
    problem: &'a dyn Problem,
    evaluator: &'a mut SutEvaluator<'p>,
    /// Calls of the search.
    calls: u64,
    templates: Templates,
}

impl Work<'_, '_> {
    /// Does all that can be done with tests which begin from such a state.
    fn chosen(
        &mut self,
        tests: Vec<Arc<EvaluatedIndividual>>,
        outcome: &mut SearchOutcome,
        state: State,
    ) -> AfterSearch {
        let (is_reset, in_any_order) = (state == State::Reset, state != State::Kept);
        let minimised = Minimised { tests, ..Minimised::default() };
        let mut done = AfterSearch { minimised, in_any_order, ..AfterSearch::default() };
        if in_any_order {
            self.begin(minimising_budget);
            done.minimised = minimise(&done.minimised.tests, outcome, self.evaluator);
        }
        if is_reset && !self.settings.is(&ONLY_RESUME) {
            self.begin(transplanting_budget);
            let (tests, calls) = (&done.minimised.tests, &self.templates.calls);
            done.transplanted = transplant(tests, outcome, calls, self.problem, self.evaluator);
            done.minimised.tests = std::mem::take(&mut done.transplanted.tests);
        }
        // What was added may say two things, too.
        self.begin(separating_budget);
        let separated = separate(&done.minimised.tests, outcome, self.evaluator, in_any_order);
        done.minimised.calls += separated.calls;
        done.minimised.tests = separated.tests;
        // Plain values do no harm: a test keeps them where all of it is answered twice as before.
        let is_plain = !self.settings.list(&WITHOUT).contains(&Technique::PlainValues);
        if is_plain {
            self.begin(plain_budget);
            self.make_plain(&mut done, outcome, if is_reset { 0 } else { PLAIN_STARTS });
        }
        // Before tests ask for what others have made: that is there, and stays what they ask for.
        if is_plain && in_any_order {
            self.make_ids_plain(&mut done, outcome);
        }
        if in_any_order {
            self.begin(separating_budget);
            self.read_what_is_there(&mut done, outcome);
        }
        // What they differed in may be what other values stand for now.
        done.minimised.tests = without_repeats(&done.minimised.tests);
        if in_any_order {
            self.find_out_why(&mut done);
        }
        done
    }

    /// Does with tests of an API that nothing resets what is done where all begin from the same state; `None` if some
    /// test, then or before, needs what others leave, or it cannot be known.
    fn in_any_order(
        &mut self,
        tests: &[Arc<EvaluatedIndividual>],
        outcome: &SearchOutcome,
    ) -> Option<AfterSearch> {
        let is_worth_it =
            self.calls >= LEAST_ORDERED && matches!(self.settings.api.entry, Entry::Start(_));
        if !is_worth_it || self.settings.is(&ONLY_RESUME) || !self.stand_alone(tests, outcome) {
            return None;
        }
        let mut outcome = outcome.clone();
        let done = self.chosen(tests.to_vec(), &mut outcome, State::Unused);
        self.stand_alone(&done.minimised.tests, &outcome).then_some(done)
    }

    /// Tells whether tests need nothing that others leave, in the order in which they are written.
    fn stand_alone(&mut self, tests: &[Arc<EvaluatedIndividual>], outcome: &SearchOutcome) -> bool {
        let mut tests = tests.to_vec();
        tests.sort_by_cached_key(|test| reading_order(&self.problem.lower_as_handled(test).calls));
        self.begin(plain_budget);
        stand_alone(&tests, outcome, self.evaluator)
    }

    /// Puts plain values in the place of noise, and makes tests alike where nothing hangs on a difference.
    fn make_plain(&mut self, done: &mut AfterSearch, outcome: &SearchOutcome, starts: usize) {
        let (tests, templates) = (&done.minimised.tests, &self.templates);
        done.humanised = humanise(tests, outcome, templates, self.evaluator, starts);
        let tests = std::mem::take(&mut done.humanised.tests);
        let aligned = align(&tests, outcome, templates, self.evaluator);
        done.minimised.calls += aligned.calls;
        done.minimised.tests = aligned.tests;
    }

    /// Lets tests read what others make and what they remove themselves, and takes out what is shown by others then.
    fn read_what_is_there(&mut self, done: &mut AfterSearch, outcome: &SearchOutcome) {
        let led =
            without_needless_calls(&done.minimised.tests, outcome, &self.templates, self.evaluator);
        let filled = fill(&led.tests, outcome, &self.templates, self.evaluator);
        // What it is long about is beside what comes behind it.
        self.begin(separating_budget);
        let found = find(&filled.tests, outcome, &self.templates, self.evaluator);
        self.begin(separating_budget);
        let mut needed = needed(&found.tests, outcome, self.evaluator);
        needed.tests.extend(found.added);
        self.begin(separating_budget);
        let owned = made_by_others(&needed.tests, outcome, &self.templates, self.evaluator);
        self.begin(separating_budget);
        let shown = succeed(&owned.tests, outcome, self.evaluator);
        self.begin(separating_budget);
        let (problem, mut rng) = (self.problem, individual_rng(READINGS, 0));
        let mut readings = |test: &Individual| problem.readings(test, &mut rng);
        let confirmed = confirm(&shown.tests, self.evaluator, &mut readings);
        done.minimised.calls +=
            led.calls + filled.calls + found.calls + needed.calls + owned.calls + shown.calls;
        done.minimised.calls += confirmed.calls;
        done.minimised.removed += led.removed;
        done.minimised.tests = confirmed.tests;
    }

    /// Lets ids in paths of refused calls say why they are.
    fn make_ids_plain(&mut self, done: &mut AfterSearch, outcome: &SearchOutcome) {
        self.begin(separating_budget);
        let tests = &done.minimised.tests;
        let plain = plain_ids(tests, outcome, &self.templates, self.evaluator);
        done.minimised.calls += plain.calls;
        done.minimised.tests = plain.tests;
    }

    /// Finds out why calls are refused.
    fn find_out_why(&mut self, done: &mut AfterSearch) {
        self.begin(separating_budget);
        let Causes { of, calls } = causes(&done.minimised.tests, self.evaluator);
        done.minimised.calls += calls;
        done.minimised.causes = of;
    }

    fn begin(&mut self, budget: fn(Budget, u64) -> Budget) {
        self.evaluator.begin_after_search(budget(self.settings.search.budget, self.calls));
    }
}

/// Answers what finding out costs which calls nothing hangs on: a share of what the search did, beside it.
fn minimising_budget(search: Budget, calls: u64) -> Budget {
    let calls = LEAST_MINIMISING_CALLS.max(calls / MINIMISING_SHARE);
    search.with(calls, |limit| LEAST_MINIMISING.max(limit / MINIMISING_TIME_SHARE))
}

/// Answers what finding out costs which values others may stand for: each test is run a few times.
fn plain_budget(search: Budget, calls: u64) -> Budget {
    search.with(LEAST_CALLS.max(calls), |limit| LEAST_PLAIN.max(limit / PLAIN_TIME_SHARE))
}

/// Answers what finding out costs which calls have nothing to do with one another.
fn separating_budget(search: Budget, calls: u64) -> Budget {
    search.with(LEAST_CALLS.max(calls), |limit| LEAST_SEPARATING.max(limit / SEPARATING_TIME_SHARE))
}

/// Answers what finding tests costs that show more: as many calls as the search at most, and a share of its time,
/// beside it.
fn transplanting_budget(search: Budget, calls: u64) -> Budget {
    search.with(calls, |limit| LEAST_TRANSPLANTING.max(limit / TRANSPLANTING_TIME_SHARE))
}

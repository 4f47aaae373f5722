//! What is done with the tests of a search before they are written: calls that nothing hangs on go, and tests come that
//! show more, and plain values take the place of those that only a search writes.

use std::sync::Arc;
use std::time::Duration;

use nearmiss_problem::Problem;
use nearmiss_runner::{Reset, SutEvaluator};
use nearmiss_search::{
    Causes, EvaluatedIndividual, Humanised, Individual, Minimised, SearchOutcome, Templates,
    Transplanted, afresh, align, causes, confirm, fill, find, humanise, individual_rng,
    made_by_others, minimal_suite, minimise, needed, plain_ids, regain, separate, stand_alone,
    succeed, transplant, whole_bodies, without_needless_calls, without_repeats,
};

use crate::options::Technique;
use crate::options::api::RESET;
use crate::options::search::{ONLY_RESUME, REPLAY, WITHOUT};
use crate::settings::{Entry, Settings};
use crate::suite::reading_order;

/// Costs of a part of the work after a search: with verifying all parts keep to a sixth of its time together.
struct Part {
    /// One call for so many of the search, and so many at least.
    calls_share: u64,
    least_calls: u64,
    /// Of the time of the search, and so long at least.
    time_share: u32,
    least: Duration,
    /// Starts whose time it has at least where tests wait for them.
    starts: u32,
}

/// Finding calls that nothing hangs on: what tests are added hangs on what this leaves.
const MINIMISING: Part = Part {
    calls_share: 4,
    least_calls: 1_000,
    time_share: 25,
    least: Duration::from_secs(4),
    starts: 12,
};
/// Tests that show more: as many calls as the search at most.
const TRANSPLANTING: Part = Part {
    calls_share: 1,
    least_calls: 0,
    time_share: 50,
    least: Duration::from_secs(2),
    starts: 4,
};
/// Telling calls apart that have nothing to do with one another: a test of ten calls is run some thirty times.
const SEPARATING: Part = Part {
    calls_share: 1,
    least_calls: 2_000,
    time_share: 100,
    least: Duration::from_secs(2),
    starts: 5,
};
/// Reading behind a write: a test has two runs for it.
const CONFIRMING: Part = Part {
    calls_share: 1,
    least_calls: 2_000,
    time_share: 100,
    least: Duration::from_secs(2),
    starts: 15,
};
/// Putting plain values in the place of others: plain ones are what people see first of a suite.
const PLAIN: Part = Part {
    calls_share: 1,
    least_calls: 2_000,
    time_share: 12,
    least: Duration::from_secs(8),
    starts: 30,
};
/// Running each test in an API that starts anew where one may have changed something.
const AFRESH: Part = Part {
    calls_share: 1,
    least_calls: 2_000,
    time_share: 6,
    least: Duration::from_secs(10),
    starts: 60,
};

/// Fewest calls of a search whose tests are tried in other orders, which starts the API six times.
const LEAST_ORDERED: u64 = 1_000;
/// Factor of the least time of each part, and of the starts that it may take, where tests wait for starts.
const PATIENCE: u32 = 3;
/// Longest start with which a suite starts its API between its tests.
const LONGEST_START: Duration = Duration::from_secs(3);
/// Of so many targets one may be covered only by what others have left, for the tests to begin afresh.
const LOST_SHARE: usize = 10;
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
    /// The API starts anew before a test where one before it may have changed something.
    pub restarts: bool,
}

/// Search whose tests are chosen.
pub struct SearchedAs<'a> {
    /// Options that were asked for.
    pub settings: &'a Settings,
    /// Way in which the state of its API was reset.
    pub reset: &'a Reset,
    /// It has databases that nothing puts back: what they hold outlives its process.
    pub has_databases: bool,
    /// Calls that were made.
    pub calls: u64,
}

/// Answers the tests that together cover all that is covered. `tell` is told what takes time.
pub fn after_search(
    SearchedAs { settings, reset, has_databases, calls }: SearchedAs<'_>,
    problem: &dyn Problem,
    outcome: &mut SearchOutcome,
    evaluator: &mut SutEvaluator<'_>,
    tell: &dyn Fn(&str),
) -> AfterSearch {
    let tests = minimal_suite(outcome);
    let is_reset = !matches!(reset, Reset::None);
    // Who reads nothing but the search's figures waits for nothing else.
    if !settings.is(&REPLAY) {
        let minimised = Minimised { tests, ..Minimised::default() };
        return AfterSearch { minimised, in_any_order: is_reset, ..AfterSearch::default() };
    }
    let templates = problem.all_templates();
    let mut work = Work { settings, problem, evaluator, calls, templates, start: None };
    if is_reset {
        return work.chosen(tests, outcome, State::Reset);
    }
    // Without a reset a call looks needless whose work an earlier test has done, and one succeeds or not by what is
    // left of others: there all calls stay in their order, unless the API keeps nothing that a test needs, or starts
    // anew where it does.
    work.in_any_order(&tests, outcome)
        .or_else(|| if has_databases { None } else { work.restarting(&tests, outcome, tell) })
        .unwrap_or_else(|| work.chosen(tests, outcome, State::Kept))
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
    /// Time that a start takes, where tests wait for starts.
    start: Option<Duration>,
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
            self.begin(&MINIMISING);
            done.minimised = minimise(&done.minimised.tests, outcome, self.evaluator);
        }
        if is_reset && !self.settings.is(&ONLY_RESUME) {
            self.begin(&TRANSPLANTING);
            let (tests, calls) = (&done.minimised.tests, &self.templates.calls);
            done.transplanted = transplant(tests, outcome, calls, self.problem, self.evaluator);
            done.minimised.tests = std::mem::take(&mut done.transplanted.tests);
        }
        // What was added may say two things, too.
        self.begin(&SEPARATING);
        let separated = separate(&done.minimised.tests, outcome, self.evaluator, in_any_order);
        done.minimised.calls += separated.calls;
        done.minimised.tests = separated.tests;
        // Plain values do no harm: a test keeps them where all of it is answered twice as before.
        let is_plain = !self.settings.list(&WITHOUT).contains(&Technique::PlainValues);
        if is_plain {
            self.begin(&PLAIN);
            self.make_plain(&mut done, outcome, if is_reset { 0 } else { PLAIN_STARTS });
        }
        // Before tests ask for what others have made: that is there, and stays what they ask for.
        if is_plain && in_any_order {
            self.make_ids_plain(&mut done, outcome);
        }
        if in_any_order {
            self.begin(&SEPARATING);
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

    /// Does the same with tests of an API that starts anew where a test may have changed something, as its suite does
    /// then; `None` where somebody has said how it is reset, or starts take long, or much of what was found needs what
    /// earlier tests left.
    fn restarting(
        &mut self,
        tests: &[Arc<EvaluatedIndividual>],
        outcome: &SearchOutcome,
        tell: &dyn Fn(&str),
    ) -> Option<AfterSearch> {
        let is_open = self.settings.get(&RESET).is_none() && self.calls >= LEAST_ORDERED;
        let is_started = matches!(self.settings.api.entry, Entry::Start(_));
        if !is_open || !is_started || self.settings.is(&ONLY_RESUME) {
            return None;
        }
        self.start = Some(Duration::ZERO);
        let before = self.evaluator.timing();
        self.evaluator.restart_after_writes(true);
        self.begin(&AFRESH);
        let mut fresh = afresh(tests, outcome, self.evaluator);
        let problem = self.problem;
        let again = fresh.as_mut().map(|fresh| regain(fresh, outcome, problem, self.evaluator));
        let now = self.evaluator.timing();
        let starts = u32::try_from(now.restarts - before.restarts).unwrap_or(u32::MAX);
        let start = (now.restart - before.restart).checked_div(starts).unwrap_or_default();
        let (all, left) = (outcome.archive.len(), fresh.as_ref().map(|fresh| fresh.archive.len()));
        tracing::info!(
            all,
            ?left,
            ?again,
            starts,
            ?start,
            "targets that tests cover by themselves"
        );
        let keeps_most = |fresh: &SearchOutcome| (all - fresh.archive.len()) * LOST_SHARE <= all;
        // The clock decides nothing of what comes of a budget of calls.
        let is_slow = self.settings.search.budget.calls().is_none() && start > LONGEST_START;
        let Some(mut fresh) = fresh.filter(|fresh| !is_slow && keeps_most(fresh)) else {
            self.evaluator.restart_after_writes(false);
            self.start = None;
            return None;
        };
        let seconds = start.as_secs_f64();
        tell(&format!("the API starts anew before tests that others would change: {seconds:.1} s"));
        self.start = Some(start);
        let tests = minimal_suite(&fresh);
        let done = self.chosen(tests, &mut fresh, State::Reset);
        Some(AfterSearch { restarts: true, ..done })
    }

    /// Tells whether tests need nothing that others leave, in the order in which they are written.
    fn stand_alone(&mut self, tests: &[Arc<EvaluatedIndividual>], outcome: &SearchOutcome) -> bool {
        let mut tests = tests.to_vec();
        tests.sort_by_cached_key(|test| reading_order(&self.problem.lower_as_handled(test).calls));
        self.begin(&PLAIN);
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
        self.begin(&CONFIRMING);
        let whole = whole_bodies(&done.minimised.tests, outcome, &self.templates, self.evaluator);
        self.begin(&SEPARATING);
        let led = without_needless_calls(&whole.tests, outcome, &self.templates, self.evaluator);
        let filled = fill(&led.tests, outcome, &self.templates, self.evaluator);
        // What it is long about is beside what comes behind it.
        self.begin(&SEPARATING);
        let found = find(&filled.tests, outcome, &self.templates, self.evaluator);
        self.begin(&SEPARATING);
        let mut needed = needed(&found.tests, outcome, self.evaluator);
        needed.tests.extend(found.added);
        self.begin(&SEPARATING);
        let owned = made_by_others(&needed.tests, outcome, &self.templates, self.evaluator);
        self.begin(&SEPARATING);
        let shown = succeed(&owned.tests, outcome, self.evaluator);
        self.begin(&CONFIRMING);
        let (problem, mut rng) = (self.problem, individual_rng(READINGS, 0));
        let mut readings = |test: &Individual| problem.readings(test, &mut rng);
        let confirmed = confirm(&shown.tests, self.evaluator, &mut readings);
        done.minimised.calls += whole.calls
            + led.calls
            + filled.calls
            + found.calls
            + needed.calls
            + owned.calls
            + shown.calls;
        done.minimised.calls += confirmed.calls;
        done.minimised.removed += led.removed;
        done.minimised.tests = confirmed.tests;
    }

    /// Lets ids in paths of refused calls say why they are.
    fn make_ids_plain(&mut self, done: &mut AfterSearch, outcome: &SearchOutcome) {
        self.begin(&SEPARATING);
        let tests = &done.minimised.tests;
        let plain = plain_ids(tests, outcome, &self.templates, self.evaluator);
        done.minimised.calls += plain.calls;
        done.minimised.tests = plain.tests;
    }

    /// Finds out why calls are refused.
    fn find_out_why(&mut self, done: &mut AfterSearch) {
        self.begin(&SEPARATING);
        let Causes { of, calls } = causes(&done.minimised.tests, self.evaluator);
        done.minimised.calls += calls;
        done.minimised.causes = of;
    }

    /// Gives the evaluator what a part may cost.
    fn begin(&mut self, part: &Part) {
        let calls = part.least_calls.max(self.calls / part.calls_share);
        let of_starts = |start: Duration| (part.least * PATIENCE).max(start * part.starts);
        let least = self.start.map_or(part.least, of_starts);
        let budget = self.settings.search.budget;
        let budget = budget.with(calls, |limit| least.max(limit / part.time_share));
        self.evaluator.begin_after_search(budget);
        if self.start.is_some() {
            self.evaluator.limit_restarts(u64::from(part.starts * PATIENCE));
        }
    }
}

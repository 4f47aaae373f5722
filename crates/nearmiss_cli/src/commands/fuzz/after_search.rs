//! What is done with the tests of a search before they are written: calls that nothing hangs on go, and tests come that
//! show more, and plain values take the place of those that only a search writes.

use std::time::Duration;

use nearmiss_problem::Problem;
use nearmiss_runner::{Budget, Reset, SutEvaluator};
use nearmiss_search::{
    Humanised, Individual, Minimised, SearchOutcome, Transplanted, confirm, humanise,
    individual_rng, minimal_suite, minimise, separate, transplant, without_repeats,
};

use crate::options::Technique;
use crate::options::search::{ONLY_RESUME, REPLAY, WITHOUT};
use crate::settings::Settings;

/// Of the calls of the search, one for so many, and so many at least.
const MINIMISING_SHARE: u64 = 4;
const LEAST_MINIMISING_CALLS: u64 = 1_000;
const LEAST_PLAIN_CALLS: u64 = 2_000;
/// Of the time of the search, and so long at least: what comes after it keeps to a tenth of it, with verifying.
const MINIMISING_TIME_SHARE: u32 = 25;
const LEAST_MINIMISING: Duration = Duration::from_secs(4);
const TRANSPLANTING_TIME_SHARE: u32 = 50;
const LEAST_TRANSPLANTING: Duration = Duration::from_secs(2);
const SEPARATING_TIME_SHARE: u32 = 100;
const LEAST_SEPARATING: Duration = Duration::from_secs(2);
const PLAIN_TIME_SHARE: u32 = 33;
/// Seed of calls that read what tests remove.
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
}

/// Answers the tests that together cover all that is covered, of a search that made so many calls.
pub fn after_search(
    (settings, reset): (&Settings, &Reset),
    problem: &dyn Problem,
    outcome: &mut SearchOutcome,
    evaluator: &mut SutEvaluator<'_>,
    calls: u64,
) -> AfterSearch {
    let mut done = AfterSearch::default();
    done.minimised.tests = minimal_suite(outcome);
    // Who reads nothing but the search's figures waits for nothing else.
    if !settings.is(&REPLAY) {
        return done;
    }
    let budget = settings.search.budget;
    let templates = problem.all_templates();
    // Without a reset a call looks needless whose work an earlier test has done, and one succeeds or not by what is
    // left of others: there all calls stay in their order. Plain values do no harm: a test keeps them where all of
    // it is answered twice as before.
    let is_reset = !matches!(reset, Reset::None);
    if is_reset {
        evaluator.begin_after_search(minimising_budget(budget, calls));
        done.minimised = minimise(&done.minimised.tests, outcome, evaluator);
    }
    if is_reset && !settings.is(&ONLY_RESUME) {
        evaluator.begin_after_search(transplanting_budget(budget, calls));
        let tests = &done.minimised.tests;
        done.transplanted = transplant(tests, outcome, &templates.calls, problem, evaluator);
        done.minimised.tests = std::mem::take(&mut done.transplanted.tests);
    }
    // What was added may say two things, too.
    evaluator.begin_after_search(separating_budget(budget, calls));
    let separated = separate(&done.minimised.tests, outcome, evaluator, is_reset);
    done.minimised.calls += separated.calls;
    done.minimised.tests = separated.tests;
    if !settings.list(&WITHOUT).contains(&Technique::PlainValues) {
        evaluator.begin_after_search(plain_budget(budget, calls));
        done.humanised = humanise(&done.minimised.tests, outcome, &templates, evaluator);
        done.minimised.tests = std::mem::take(&mut done.humanised.tests);
    }
    if is_reset {
        evaluator.begin_after_search(separating_budget(budget, calls));
        let mut rng = individual_rng(READINGS, 0);
        let mut reading = |test: &Individual| problem.reading_of_removed(test, &mut rng);
        let confirmed = confirm(&done.minimised.tests, evaluator, &mut reading);
        done.minimised.calls += confirmed.calls;
        done.minimised.tests = confirmed.tests;
    }
    // What they differed in may be what other values stand for now.
    done.minimised.tests = without_repeats(&done.minimised.tests);
    done
}

/// Answers what finding out costs which calls nothing hangs on: a share of what the search did, beside it.
fn minimising_budget(search: Budget, calls: u64) -> Budget {
    let calls = LEAST_MINIMISING_CALLS.max(calls / MINIMISING_SHARE);
    search.with(calls, |limit| LEAST_MINIMISING.max(limit / MINIMISING_TIME_SHARE))
}

/// Answers what finding out costs which values others may stand for: each test is run a few times.
fn plain_budget(search: Budget, calls: u64) -> Budget {
    let calls = LEAST_PLAIN_CALLS.max(calls);
    search.with(calls, |limit| LEAST_MINIMISING.max(limit / PLAIN_TIME_SHARE))
}

/// Answers what finding out costs which calls have nothing to do with one another.
fn separating_budget(search: Budget, calls: u64) -> Budget {
    let calls = LEAST_MINIMISING_CALLS.max(calls / MINIMISING_SHARE);
    search.with(calls, |limit| LEAST_SEPARATING.max(limit / SEPARATING_TIME_SHARE))
}

/// Answers what finding tests costs that show more: as many calls as the search at most, and a share of its time,
/// beside it.
fn transplanting_budget(search: Budget, calls: u64) -> Budget {
    search.with(calls, |limit| LEAST_TRANSPLANTING.max(limit / TRANSPLANTING_TIME_SHARE))
}

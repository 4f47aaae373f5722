//! What is done with the tests of a search before they are written: calls that nothing hangs on go, and tests come that
//! show more.

use std::time::Duration;

use nearmiss_problem::Problem;
use nearmiss_runner::{Budget, Reset, SutEvaluator};
use nearmiss_search::{
    Minimised, SearchOutcome, Transplanted, minimal_suite, minimise, transplant,
};

use crate::options::search::{ONLY_RESUME, REPLAY};
use crate::settings::Settings;

/// Of the calls of the search, one for so many, and so many at least.
const MINIMISING_SHARE: u64 = 4;
const LEAST_MINIMISING_CALLS: u64 = 1_000;
/// Of the time of the search, and so long at least: what comes after it keeps to a tenth of it, with verifying.
const MINIMISING_TIME_SHARE: u32 = 25;
const LEAST_MINIMISING: Duration = Duration::from_secs(4);
const TRANSPLANTING_TIME_SHARE: u32 = 50;
const LEAST_TRANSPLANTING: Duration = Duration::from_secs(2);

/// Answers the tests that together cover all that is covered, of a search that made so many calls.
pub fn after_search(
    settings: &Settings,
    problem: &dyn Problem,
    outcome: &mut SearchOutcome,
    evaluator: &mut SutEvaluator<'_>,
    calls: u64,
) -> (Minimised, Transplanted) {
    let suite = minimal_suite(outcome);
    // Who reads nothing but the search's figures waits for nothing else. Without a reset a call looks needless
    // whose work an earlier test has done, and one succeeds or not by what is left of others.
    if !settings.is(&REPLAY) || matches!(settings.api.reset, Reset::None) {
        return (Minimised { tests: suite, ..Minimised::default() }, Transplanted::default());
    }
    let budget = settings.search.budget;
    evaluator.begin_after_search(minimising_budget(budget, calls));
    let mut minimised = minimise(&suite, outcome, evaluator);
    let mut transplanted = Transplanted::default();
    if !settings.is(&ONLY_RESUME) {
        evaluator.begin_after_search(transplanting_budget(budget, calls));
        let (tests, templates) = (&minimised.tests, problem.templates());
        transplanted = transplant(tests, outcome, &templates, problem, evaluator);
        minimised.tests = std::mem::take(&mut transplanted.tests);
    }
    (minimised, transplanted)
}

/// Answers what finding out costs which calls nothing hangs on: a share of what the search did, beside it.
fn minimising_budget(search: Budget, calls: u64) -> Budget {
    let calls = LEAST_MINIMISING_CALLS.max(calls / MINIMISING_SHARE);
    search.with(calls, |limit| LEAST_MINIMISING.max(limit / MINIMISING_TIME_SHARE))
}

/// Answers what finding tests costs that show more: as many calls as the search at most, and a share of its time,
/// beside it.
fn transplanting_budget(search: Budget, calls: u64) -> Budget {
    search.with(calls, |limit| LEAST_TRANSPLANTING.max(limit / TRANSPLANTING_TIME_SHARE))
}

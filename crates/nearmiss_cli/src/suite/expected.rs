//! What the tests of a suite expect: what three complete runs on the plain API agree on.

use nearmiss_problem::{Call, CallOutcome, Class, Problem, TestRun, TestedCall, shows_effect};
use nearmiss_runner::{PlainRun, PlainTest, StartSutError};
use nearmiss_writer::{CaseKind, Expectation, OutputFormat, SuiteFile, TestCase, is_of_runs};

use super::drafted::{comments, draft, reading_order, shown_faults};
use super::elsewhere::{BY_CLOCK, World};
use super::home::{Home, Taken};
use super::plain_runs::{repeating, run_all};
use super::reserve::Reserve;
use super::told_once::tell_once;
use super::{CRASH_ON_ROW, CRASH_ON_SERVICE, Expected, HTTP_500, Kept, Named, Plain, Who};
use crate::settings::Settings;

/// Most rounds of runs until kinds and tests are settled. Kinds settle in the second.
const MAX_ROUNDS: u32 = 6;
/// Rounds after which other tests stand in for those that are left out.
const ASKING_ROUNDS: u32 = 3;
/// Answers of frameworks to a handler that throws.
const INTERNAL_SERVER_ERROR: u16 = 500;
/// Files that run at the same time in the last run: Jest runs as many as there are processors, less one.
const FILES_AT_ONCE: usize = 4;

/// Runs the suite as it will be written three times on the plain API and takes what is equal as expected:
/// twice file by file, then its files at the same time, as test runners do, or the other way round where files are
/// run one after another: each runner has an order of its own. Tests that do not repeat are
/// left out, and what is left is run again, since without a reset one test can be what another one
/// stands on. So is what has to be right elsewhere, too.
///
/// # Errors
/// When the plain API cannot be started.
pub fn expect(
    settings: &Settings,
    named: Named<'_>,
    format: &dyn OutputFormat,
    problem: &dyn Problem,
    plain: &Plain<'_>,
    (who, world): (&Who<'_>, &World<'_>),
    (mut kept, mut reserve): (Vec<Kept>, Reserve),
) -> Result<Expected, StartSutError> {
    let mut unstable = 0;
    let mut round = 0;
    let mut clock = None;
    let mut taken = Taken::default();
    let mut carried = None;
    loop {
        round += 1;
        let mut suite = draft(settings, named, who, &kept);
        suite.clock.clone_from(&clock);
        let files = format.files(&suite);
        let reversed: Vec<SuiteFile> = files.iter().rev().cloned().collect();
        let run = |files: &[SuiteFile], run, at_once| {
            let name = |file| format!("plain-{round}-{run}-{file}");
            run_all(&suite, files, &name, plain, who.logins, &settings.api.reset, at_once)
        };
        let mut runs = vec![carried.take().map_or_else(|| run(&files, 0, 1), Ok)?];
        drop_faults_not_shown(problem, &mut kept, &runs[0]);
        tell_once(&mut kept);
        let settled = settle_kinds(&mut kept, &runs[0]);
        if !settled && round == 1 {
            // Other files come of that, in which tests that need no others are answered as they were.
            carried = named.in_any_order.then(|| runs.swap_remove(0));
            continue;
        }
        runs.push(run(&files, 1, 1)?);
        let last = round == MAX_ROUNDS;
        if (settled && repeating(&runs).all(|repeats| repeats)) || last {
            runs.push(match suite.is_in_band() {
                true => run(&reversed, 2, 1)?,
                false => run(&files, 2, FILES_AT_ONCE)?,
            });
        }
        let repeats: Vec<bool> = repeating(&runs).collect();
        let done = runs.len() == 3 && repeats.iter().all(|repeats| *repeats);
        if done || last {
            for (case, kept) in suite.cases.iter_mut().zip(&kept) {
                // Some may have been dropped since the draft.
                case.comments = comments(kept);
                case.faults = shown_faults(kept);
            }
            let home = Home { runs: &runs, secrets: who.secrets };
            home.settle(&mut suite, &[]);
            let mut visits =
                world.visit(&suite, &|run, visits| home.agrees_with(run, visits, &suite));
            let lost = home.lost(&visits.visits);
            let by_clock = lost.contains(&Some(BY_CLOCK)) && clock.is_none();
            if !last && by_clock && !suite.is_in_band() {
                // The others are looked at again with that clock.
                clock = Some(now());
                continue;
            }
            if !last && lost.iter().any(Option::is_some) {
                taken.note(&lost);
                let stays: Vec<bool> = lost.iter().map(Option::is_none).collect();
                leave_out(&mut kept, &stays, &mut reserve, named.in_any_order, round);
                continue;
            }
            home.settle(&mut suite, &visits.visits);
            let says: Vec<bool> = suite.cases.iter().map(says_something).collect();
            if !last && named.in_any_order && says.contains(&false) {
                unstable += leave_out(&mut kept, &says, &mut reserve, named.in_any_order, round);
                continue;
            }
            let agrees = |run: &PlainRun| home.agrees_with(run, &visits.visits, &suite);
            suite.needs = world.needed(&suite, &visits, &agrees);
            home.forget_fallbacks(&mut suite);
            let untried = std::mem::take(&mut visits.untried);
            let repaired = suite.cases.iter().filter(|case| differs(case)).count();
            let elsewhere = taken.told().chain(untried).collect();
            return Ok(Expected { suite, unstable, repaired, kept, elsewhere });
        }
        unstable += leave_out(&mut kept, &repeats, &mut reserve, named.in_any_order, round);
    }
}

/// Leaves out tests that do not stay, puts others of the reserve in their place while there are rounds to try those,
/// and answers how many were left out.
fn leave_out(
    kept: &mut Vec<Kept>,
    stays: &[bool],
    reserve: &mut Reserve,
    in_any_order: bool,
    round: u32,
) -> usize {
    let (mut staying, mut gone) = (Vec::new(), Vec::new());
    for (index, test) in kept.drain(..).enumerate() {
        let stays = stays.get(index).copied().unwrap_or(true);
        let side = if stays { &mut staying } else { &mut gone };
        side.push(test);
    }
    if round <= ASKING_ROUNDS {
        staying.extend(reserve.instead_of(&gone, &staying));
        if in_any_order {
            staying.sort_by_key(|kept| reading_order(&kept.test.calls));
        }
    }
    *kept = staying;
    gone.len()
}

/// Answers where a clock may begin, to the second.
fn now() -> String {
    let now = jiff::Timestamp::now();
    jiff::Timestamp::from_second(now.as_second()).unwrap_or(now).to_string()
}

/// Tells whether a test says what its last call is answered, or tells a fault.
fn says_something(case: &TestCase) -> bool {
    let is_told = |expectation: &Expectation| match expectation {
        Expectation::Answer(answer) => answer.status.is_some(),
        Expectation::Timeout | Expectation::Broken => true,
        Expectation::Unstable { .. } => false,
    };
    !case.faults.is_empty() || case.expectations.last().is_none_or(is_told)
}

/// Whether a test leaves something out that was not the same in all runs.
fn differs(case: &TestCase) -> bool {
    case.expectations.iter().any(|expectation| match expectation {
        Expectation::Answer(answer) => answer.left_out.iter().any(|why| is_of_runs(why)),
        Expectation::Unstable { .. } => true,
        Expectation::Timeout | Expectation::Broken => false,
    })
}

/// The suite when the plain API is not run: every call is made and not looked at.
#[must_use]
pub fn without_expectations(
    settings: &Settings,
    named: Named<'_>,
    who: &Who<'_>,
    kept: Vec<Kept>,
) -> Expected {
    let mut suite = draft(settings, named, who, &kept);
    for case in &mut suite.cases {
        let unknown =
            Expectation::Unstable { left_out: vec!["the plain API was not run".to_owned()] };
        case.expectations = vec![unknown; case.test.calls.len()];
    }
    let elsewhere = Vec::new();
    Expected { suite, kept, unstable: 0, repaired: 0, elsewhere }
}

/// Takes out faults that the plain API does not show in a fresh process: nobody could see them in the written test.
/// What only the instrumented process shows is kept: the search saw it twice. Which statement threw is not known there,
/// so any HTTP 500 stands for the one found.
fn drop_faults_not_shown(problem: &dyn Problem, kept: &mut [Kept], run: &PlainRun) {
    for (kept, PlainTest { outcomes, .. }) in kept.iter_mut().zip(run) {
        kept.faults.append(&mut kept.told_elsewhere);
        let (steps, individual) = (&kept.test.calls, &kept.individual);
        let calls = tested(steps, outcomes);
        let shown =
            problem.judge(&TestRun { individual, calls: &calls, incidents: &[], queries: &[] });
        kept.faults.retain(|(index, fault)| {
            if !problem.shows_in_answers(fault.code) {
                return true;
            }
            // The plain API tells neither where it threw, nor which services were called.
            let is_crash = |code: u32| matches!(code, HTTP_500 | CRASH_ON_ROW | CRASH_ON_SERVICE);
            shown.faults().filter(|(at, _)| at == index).any(|(_, shown)| {
                (is_crash(fault.code) && is_crash(shown.code))
                    || (shown.code == fault.code && shown.place == fault.place)
            })
        });
    }
}

fn tested<'a>(steps: &'a [Call], outcomes: &'a [CallOutcome]) -> Vec<TestedCall<'a>> {
    let calls = steps.iter().zip(outcomes);
    calls.map(|(call, outcome)| TestedCall { call, outcome, thrown_at: None }).collect()
}

/// Tests without a fault are successes if their last call succeeds, or shows what the one before it did, else client
/// errors, whatever they make before; one that ends the API, or a call, with an exception stands among the faults.
/// Answers whether all kinds were right already.
fn settle_kinds(kept: &mut [Kept], run: &PlainRun) -> bool {
    let mut settled = true;
    for (kept, PlainTest { outcomes, ended }) in kept.iter_mut().zip(run) {
        let harmless = kept.faults.is_empty() && !ended && !outcomes.iter().any(is_exception);
        let answers: Vec<Option<Class>> = outcomes.iter().map(class).collect();
        let is_success = matches!(answers.last(), Some(Some(Class::Success | Class::Redirect)))
            || shows_effect(&kept.test.calls, &answers);
        let kind = match (harmless, is_success) {
            (false, _) => CaseKind::Fault,
            (true, true) => CaseKind::Success,
            (true, false) => CaseKind::ClientError,
        };
        settled &= kept.kind == kind;
        kept.kind = kind;
    }
    settled
}

fn class(outcome: &CallOutcome) -> Option<Class> {
    match outcome {
        CallOutcome::Response(answer) => Some(answer.class()),
        CallOutcome::Timeout | CallOutcome::Broken(_) => None,
    }
}

/// Tells whether an exception that nobody expected has ended a call.
fn is_exception(outcome: &CallOutcome) -> bool {
    match outcome {
        CallOutcome::Response(answer) => answer.status == INTERNAL_SERVER_ERROR,
        CallOutcome::Broken(_) => true,
        CallOutcome::Timeout => false,
    }
}

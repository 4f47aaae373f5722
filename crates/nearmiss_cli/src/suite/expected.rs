//! What the tests of a suite expect: what three complete runs on the plain API agree on.

use nearmiss_problem::rest::{RestProblem, TestedCall};
use nearmiss_problem::{CallOutcome, Step};
use nearmiss_runner::{PlainRun, PlainTest, StartSutError};
use nearmiss_writer::{
    CaseKind, Expectation, Hidden, OutputFormat, SuiteFile, TestCase, is_of_runs,
};

use super::drafted::{comments, draft, shown_faults};
use super::plain_runs::{repeating, run_all};
use super::{Expected, HTTP_500, Kept, Named, Plain, Who};
use crate::auth::Secrets;
use crate::settings::Settings;

/// Most rounds of runs until kinds and tests are settled. Kinds settle in the second.
const MAX_ROUNDS: u32 = 4;
/// Files that run at the same time in the last run: Jest runs as many as there are processors, less one.
const FILES_AT_ONCE: usize = 4;

/// Runs the suite as it will be written three times on the plain API and takes what is equal as expected:
/// twice file by file, then its files at the same time, as test runners do, or the other way round where files are
/// run one after another: each runner has an order of its own. Tests that do not repeat are
/// left out, and what is left is run again, since without a reset one test can be what another one
/// stands on.
///
/// # Errors
/// When the plain API cannot be started.
pub fn expect(
    settings: &Settings,
    named: Named<'_>,
    format: &dyn OutputFormat,
    problem: &RestProblem,
    plain: &Plain<'_>,
    who: &Who<'_>,
    mut kept: Vec<Kept>,
) -> Result<Expected, StartSutError> {
    let before = kept.len();
    let mut faults_gone = 0;
    let mut round = 0;
    loop {
        round += 1;
        let mut suite = draft(settings, named, who, &kept);
        let files = format.files(&suite);
        let reversed: Vec<SuiteFile> = files.iter().rev().cloned().collect();
        let run = |files: &[SuiteFile], run, at_once| {
            // The first finds the files as the search has left them, the second as they were before it: what depends on that
            // differs between them.
            if let (1, Some(kept)) = (run, &plain.spec.kept) {
                kept.put_back();
            }
            let name = |file| format!("plain-{round}-{run}-{file}");
            run_all(&suite, files, &name, plain, who.logins, &settings.reset, at_once)
        };
        let mut runs = vec![run(&files, 0, 1)?, run(&files, 1, 1)?];
        faults_gone += drop_faults_not_shown(problem, &mut kept, &runs[0]);
        let settled = settle_kinds(&mut kept, &runs[0]);
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
            for (index, case) in suite.cases.iter_mut().enumerate() {
                let runs: Vec<&PlainTest> = runs.iter().map(|run| &run[index]).collect();
                // Some may have been dropped since the draft.
                case.comments = comments(&kept[index]);
                case.faults = shown_faults(&kept[index]);
                case.ends_api = runs[0].ended;
                case.expectations = expectations(&case.steps, &runs, who.secrets);
                if case.ends_api {
                    doubt_answers_at_the_end(&mut case.expectations);
                }
            }
            let repaired = suite.cases.iter().filter(|case| differs(case)).count();
            let unstable = before - kept.len();
            return Ok(Expected { suite, unstable, repaired, kept, faults_gone });
        }
        let mut repeats = repeats.into_iter();
        kept.retain(|_| repeats.next().unwrap_or(true));
    }
}

/// What the runs of one test agree on, for each of its calls.
fn expectations(steps: &[Step], runs: &[&PlainTest], secrets: &Secrets) -> Vec<Expectation> {
    let calls = runs.iter().map(|run| run.outcomes.len()).min().unwrap_or(0).min(steps.len());
    let of_call = |index: usize| runs.iter().map(|run| &run.outcomes[index]).collect::<Vec<_>>();
    (0..calls).map(|index| expectation(&steps[index], &of_call(index), secrets)).collect()
}

/// Whether a test leaves something out that was not the same in all runs.
fn differs(case: &TestCase) -> bool {
    case.expectations.iter().any(|expectation| match expectation {
        Expectation::Answer(answer) => answer.left_out.iter().any(|why| is_of_runs(why)),
        Expectation::Unstable { .. } => true,
        Expectation::Timeout | Expectation::Broken => false,
    })
}

/// Where the process of the API ends by itself some time after an answer, only the first call is sure to
/// have one: how far the others get hangs on the clock.
fn doubt_answers_at_the_end(expectations: &mut [Expectation]) {
    if expectations.last() == Some(&Expectation::Broken) {
        return;
    }
    for expectation in expectations.iter_mut().skip(1) {
        let why = "whether there is an answer: the API ends while these calls are made".to_owned();
        *expectation = Expectation::Unstable { left_out: vec![why] };
    }
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
        case.expectations = vec![unknown; case.steps.len()];
    }
    Expected { suite, kept, unstable: 0, repaired: 0, faults_gone: 0 }
}

/// What all runs of a call agree on, without secrets.
fn expectation(step: &Step, runs: &[&CallOutcome], secrets: &Secrets) -> Expectation {
    let Step::Http(call) = step;
    let path = call.operation.split_once(':').map_or("", |(_, path)| path);
    let places = secrets.places.iter();
    let here = places.filter(|(method, known, _)| *method == call.method && known == path);
    let pointers: Vec<String> = here.map(|(_, _, pointer)| pointer.clone()).collect();
    let hidden =
        Hidden { secrets: Some(&secrets.known), pointers: &pointers, looks: secrets.users };
    Expectation::from_runs_without(runs, &hidden)
}

/// Takes out faults that the plain API does not show in a fresh process: nobody could see them in the
/// written test. What only the instrumented process shows is kept: the search saw it twice. Which statement threw is not known there, so any HTTP 500 stands for the one found.
fn drop_faults_not_shown(problem: &RestProblem, kept: &mut [Kept], run: &PlainRun) -> usize {
    let mut gone = 0;
    for (kept, PlainTest { outcomes, .. }) in kept.iter_mut().zip(run) {
        let before = kept.faults.len();
        let (steps, individual) = (&kept.steps, &kept.individual);
        let of_test = problem.judge_test(individual, &tested(steps, outcomes), &[]);
        kept.faults.retain(|(index, fault)| {
            if !problem.shows_in_answers(fault.code) {
                return true;
            }
            let (Some(Step::Http(call)), Some(outcome)) = (steps.get(*index), outcomes.get(*index))
            else {
                return false;
            };
            let mut shown = problem.judge(call, outcome, None);
            let here = of_test.iter().filter(|(at, _)| at == index);
            shown.extend(here.map(|(_, fault)| fault.clone()));
            shown.iter().any(|shown| {
                shown.code == fault.code && (fault.code == HTTP_500 || shown.place == fault.place)
            })
        });
        gone += before - kept.faults.len();
    }
    gone
}

fn tested<'a>(steps: &'a [Step], outcomes: &'a [CallOutcome]) -> Vec<TestedCall<'a>> {
    let calls = steps.iter().zip(outcomes);
    calls.map(|(Step::Http(call), outcome)| TestedCall { call, outcome, thrown_at: None }).collect()
}

/// Tests without a fault are successes if any call succeeds, else client errors; one that ends the
/// API stands among the faults. Answers whether all kinds were right already.
fn settle_kinds(kept: &mut [Kept], run: &PlainRun) -> bool {
    let mut settled = true;
    for (kept, PlainTest { outcomes, ended }) in kept.iter_mut().zip(run) {
        let harmless = kept.faults.is_empty() && !ended;
        let kind = match (harmless, outcomes.iter().any(is_success)) {
            (false, _) => CaseKind::Fault,
            (true, true) => CaseKind::Success,
            (true, false) => CaseKind::ClientError,
        };
        settled &= kept.kind == kind;
        kept.kind = kind;
    }
    settled
}

fn is_success(outcome: &CallOutcome) -> bool {
    matches!(outcome, CallOutcome::Response(answer) if (200..400).contains(&answer.status))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn calls_that_race_with_the_end_of_the_api_are_not_looked_at() {
        let answer = CallOutcome::Response(nearmiss_problem::HttpResponse {
            status: 200,
            ..Default::default()
        });
        let answered = Expectation::from_runs(&answer, &answer);
        let mut raced = [answered.clone(), answered.clone()];
        doubt_answers_at_the_end(&mut raced);
        assert_eq!(raced[0], answered);
        assert!(matches!(&raced[1], Expectation::Unstable { left_out } if left_out.len() == 1));
        let mut ended = [answered.clone(), answered.clone(), Expectation::Broken];
        doubt_answers_at_the_end(&mut ended);
        assert_eq!(ended, [answered.clone(), answered, Expectation::Broken]);
    }
}

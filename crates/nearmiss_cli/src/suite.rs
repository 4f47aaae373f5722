//! From what the search kept to the written suite.

use std::path::Path;

use nearmiss_problem::rest::{RestProblem, TestedCall};
use nearmiss_problem::{CallOutcome, Step};
use nearmiss_report::{fault_id, fault_name};
use nearmiss_runner::{
    CallLimits, Logins, PlainRun, PlainTest, Reset, StartSutError, SutSpec, replay_on_plain_sut,
};
use nearmiss_search::{Fault, Individual};
use nearmiss_targets::TargetId;
use nearmiss_writer::{
    CaseKind, Expectation, Hidden, Module, OutputFormat, ResetSpec, StartSpec, SuiteUsers,
    TestCase, TestSuite,
};

use crate::auth::Secrets;
use crate::settings::{Entry, Settings};

/// A test that the search kept.
#[derive(Clone, Debug)]
pub struct Kept {
    /// The test.
    pub individual: Individual,
    /// Its calls.
    pub steps: Vec<Step>,
    /// Faults it shows, with the index of the call.
    pub faults: Vec<(usize, Fault)>,
    /// What it shows; decides its file, and so what runs before it.
    pub kind: CaseKind,
    /// Targets that it covers, ascending.
    pub covered: Vec<TargetId>,
}

/// Most rounds of two runs until kinds and tests are settled. Kinds settle in the second.
const MAX_ROUNDS: u32 = 4;
/// Code of the fault "HTTP status 500" (Web Fuzzing Commons).
const HTTP_500: u32 = 100;

/// The suite with expectations, and how many tests were left out because they do not repeat.
pub struct Expected {
    /// The suite.
    pub suite: TestSuite,
    /// The kept test behind each case.
    pub kept: Vec<Kept>,
    /// Tests whose two runs on the plain API differ in status.
    pub unstable: usize,
    /// Faults of the search that the plain API does not show.
    pub faults_gone: usize,
}

/// The plain API, to run tests on.
pub struct Plain<'a> {
    /// How it is started.
    pub spec: &'a SutSpec,
    /// Where sockets and maps go.
    pub folder: &'a Path,
    /// Limits of calls.
    pub limits: CallLimits,
}

/// Who calls.
pub struct Who<'a> {
    /// The users as the suite logs them in.
    pub users: SuiteUsers,
    /// What is known of their logins.
    pub logins: &'a Logins,
    /// What must not be written.
    pub secrets: &'a Secrets,
}

/// The suite before its expectations are known.
#[must_use]
pub fn draft(settings: &Settings, name: &str, who: &Who<'_>, kept: &[Kept]) -> TestSuite {
    let cwd = relative(&settings.out, &settings.cwd);
    // What the written suite's preload calls the server to test, when there are several.
    let env: Vec<_> =
        settings.port.iter().map(|port| ("SUT_PORT".to_owned(), port.to_string())).collect();
    let start = match &settings.entry {
        Entry::Start(command) => StartSpec::Command { command: command.clone(), cwd, env },
        Entry::Driver(path) => StartSpec::Driver { path: relative(&settings.out, path), cwd, env },
    };
    let reset = match &settings.reset {
        Reset::None => ResetSpec::None,
        Reset::Restart => ResetSpec::Restart,
        Reset::Driver => ResetSpec::Driver,
        Reset::Url(target) => ResetSpec::Url { method: "POST".to_owned(), target: target.clone() },
    };
    let cases = kept.iter().map(|kept| {
        let steps = kept.steps.clone();
        TestCase {
            name: String::new(),
            kind: kept.kind,
            steps,
            expectations: Vec::new(),
            ends_api: false,
            comments: comments(kept),
        }
    });
    TestSuite {
        name: name.to_owned(),
        start,
        reset,
        module: module_of(&settings.cwd),
        call_timeout_ms: settings.call_limit.as_millis() as u64,
        users: Some(who.users.clone()),
        cases: cases.collect(),
    }
}

/// What stands above a test: each fault with the name that it has in all reports.
fn comments(kept: &Kept) -> Vec<String> {
    let comments = kept.faults.iter().map(|(call, fault)| {
        let id = fault_id(fault.code, &fault.operation, &fault.place);
        let (name, call) = (fault_name(fault.code), call + 1);
        format!("Fault {id} ({name}) in call {call}: {}", fault.message)
    });
    comments.collect()
}

/// Runs the suite as it will be written twice on the plain API and takes what is equal as expected.
/// Tests that do not repeat are left out, and what is left is run again, since without a reset one
/// test can be what another one stands on.
///
/// # Errors
/// When the plain API cannot be started.
pub fn expect(
    settings: &Settings,
    name: &str,
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
        let mut suite = draft(settings, name, who, &kept);
        let run = |run| run_all(&suite, format, plain, who.logins, &settings.reset, (round, run));
        let (first, second) = (run(0)?, run(1)?);
        faults_gone += drop_faults_not_shown(problem, &mut kept, &first);
        let settled = settle_kinds(&mut kept, &first);
        let repeats: Vec<bool> = first.iter().zip(&second).map(|(a, b)| same_fates(a, b)).collect();
        if (settled && repeats.iter().all(|repeats| *repeats)) || round == MAX_ROUNDS {
            for (((case, kept), a), b) in suite.cases.iter_mut().zip(&kept).zip(&first).zip(&second)
            {
                // Some may have been dropped since the draft.
                case.comments = comments(kept);
                let pairs = case.steps.iter().zip(a.outcomes.iter().zip(&b.outcomes));
                case.ends_api = a.ended;
                case.expectations =
                    pairs.map(|(step, (a, b))| expectation(step, a, b, who.secrets)).collect();
                if a.ended {
                    doubt_answers_at_the_end(&mut case.expectations);
                }
            }
            return Ok(Expected { suite, unstable: before - kept.len(), kept, faults_gone });
        }
        let mut repeats = repeats.into_iter();
        kept.retain(|_| repeats.next().unwrap_or(true));
    }
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
    name: &str,
    who: &Who<'_>,
    kept: Vec<Kept>,
) -> Expected {
    let mut suite = draft(settings, name, who, &kept);
    for case in &mut suite.cases {
        let unknown =
            Expectation::Unstable { left_out: vec!["the plain API was not run".to_owned()] };
        case.expectations = vec![unknown; case.steps.len()];
    }
    Expected { suite, kept, unstable: 0, faults_gone: 0 }
}

/// What two runs of a call agree on, without secrets.
fn expectation(step: &Step, a: &CallOutcome, b: &CallOutcome, secrets: &Secrets) -> Expectation {
    let Step::Http(call) = step;
    let path = call.operation.split_once(':').map_or("", |(_, path)| path);
    let places = secrets.places.iter();
    let here = places.filter(|(method, known, _)| *method == call.method && known == path);
    let pointers: Vec<String> = here.map(|(_, _, pointer)| pointer.clone()).collect();
    let hidden =
        Hidden { secrets: Some(&secrets.known), pointers: &pointers, looks: secrets.users };
    Expectation::from_runs_without(a, b, &hidden)
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

fn run_all(
    suite: &TestSuite,
    format: &dyn OutputFormat,
    plain: &Plain<'_>,
    logins: &Logins,
    reset: &Reset,
    (round, run): (u32, u32),
) -> Result<PlainRun, StartSutError> {
    let mut outcomes: PlainRun = vec![PlainTest::default(); suite.cases.len()];
    for (number, file) in format.files(suite).into_iter().enumerate() {
        let tests: Vec<_> =
            file.cases.iter().map(|case| suite.cases[*case].steps.clone()).collect();
        let name = format!("plain-{round}-{run}-{number}");
        let run = replay_on_plain_sut(
            plain.spec,
            plain.folder,
            &name,
            &tests,
            reset,
            plain.limits,
            logins,
        )?;
        for (case, outcome) in file.cases.iter().zip(run) {
            outcomes[*case] = outcome;
        }
    }
    Ok(outcomes)
}

fn same_fates(a: &PlainTest, b: &PlainTest) -> bool {
    let fate = |outcome: &CallOutcome| match outcome {
        CallOutcome::Response(answer) => answer.status,
        CallOutcome::Timeout => 1,
        CallOutcome::Broken(_) => 2,
    };
    let (first, second) = (&a.outcomes, &b.outcomes);
    a.ended == b.ended
        && first.len() == second.len()
        && first.iter().zip(second).all(|(a, b)| fate(a) == fate(b))
}

fn is_success(outcome: &CallOutcome) -> bool {
    matches!(outcome, CallOutcome::Response(answer) if (200..400).contains(&answer.status))
}

/// The module system of the package that `folder` belongs to, as Node decides it.
fn module_of(folder: &Path) -> Module {
    for folder in folder.ancestors() {
        let Ok(text) = std::fs::read_to_string(folder.join("package.json")) else { continue };
        let package: serde_json::Value = serde_json::from_str(&text).unwrap_or_default();
        return if package["type"] == "module" { Module::Esm } else { Module::Cjs };
    }
    Module::Cjs
}

/// `to` seen from the folder `from`, with `/`.
pub fn relative(from: &Path, to: &Path) -> String {
    let (from, to): (Vec<_>, Vec<_>) = (from.components().collect(), to.components().collect());
    let same = from.iter().zip(&to).take_while(|(a, b)| a == b).count();
    let up = std::iter::repeat_n("..".to_owned(), from.len() - same);
    let down = to[same..].iter().map(|part| part.as_os_str().to_string_lossy().into_owned());
    let path = up.chain(down).collect::<Vec<_>>().join("/");
    if path.is_empty() { ".".to_owned() } else { path }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_seen_from_the_suite() {
        assert_eq!(relative(Path::new("/a/b/tests"), Path::new("/a/b")), "..");
        assert_eq!(relative(Path::new("/a/b/tests"), Path::new("/a/c/d.js")), "../../c/d.js");
        assert_eq!(relative(Path::new("/a"), Path::new("/a")), ".");
    }

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

    #[test]
    fn a_test_repeats_when_every_call_ends_alike() {
        let answer = |status| {
            CallOutcome::Response(nearmiss_problem::HttpResponse { status, ..Default::default() })
        };
        let test = |outcome, ended| PlainTest { outcomes: vec![outcome], ended };
        assert!(same_fates(&test(answer(200), false), &test(answer(200), false)));
        assert!(!same_fates(&test(answer(200), false), &test(answer(404), false)));
        assert!(!same_fates(&test(answer(200), false), &test(CallOutcome::Timeout, false)));
        assert!(!same_fates(&test(answer(200), false), &test(answer(200), true)));
    }
}

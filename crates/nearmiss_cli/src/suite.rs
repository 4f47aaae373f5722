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
    CaseKind, Expectation, Hidden, Module, OutputFormat, PLACEHOLDER_BASE, ResetSpec, ShownFault,
    StartSpec, SuiteFile, SuiteUsers, TestCase, TestSuite, is_of_runs,
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

/// Most rounds of runs until kinds and tests are settled. Kinds settle in the second.
const MAX_ROUNDS: u32 = 4;
/// Files that run at the same time in the last run: Jest runs as many as there are processors, less one.
const FILES_AT_ONCE: usize = 4;
/// Code of the fault "HTTP status 500" (Web Fuzzing Commons).
const HTTP_500: u32 = 100;

/// The suite with expectations, and how many tests were left out because they do not repeat.
pub struct Expected {
    /// The suite.
    pub suite: TestSuite,
    /// The kept test behind each case.
    pub kept: Vec<Kept>,
    /// Tests that were left out, since their runs on the plain API differ in status.
    pub unstable: usize,
    /// Tests that expect less than one run showed, since values differ between runs.
    pub repaired: usize,
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

/// Where a reader looks for a test: by the path of its last call, which the others lead to, then by the
/// method in the order in which a resource is used, then by length.
#[must_use]
pub fn reading_order(steps: &[Step]) -> (String, usize, usize) {
    const METHODS: [&str; 7] = ["POST", "GET", "HEAD", "PUT", "PATCH", "DELETE", "OPTIONS"];
    let Some(Step::Http(last)) = steps.last() else { return Default::default() };
    let (method, path) = last.operation.split_once(':').unwrap_or(("", &last.operation));
    let rank = METHODS.iter().position(|known| *known == method).unwrap_or(METHODS.len());
    (path.to_owned(), rank, steps.len())
}

/// What the API is called, and where people find it.
#[derive(Clone, Copy, Debug)]
pub struct Named<'a> {
    /// Its name.
    pub name: &'a str,
    /// The port that its code asks for; 0 when any is welcome.
    pub port: u16,
}

/// The suite before its expectations are known.
#[must_use]
pub fn draft(settings: &Settings, named: Named<'_>, who: &Who<'_>, kept: &[Kept]) -> TestSuite {
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
            faults: shown_faults(kept),
        }
    });
    TestSuite {
        name: named.name.to_owned(),
        start,
        reset,
        module: module_of(&settings.cwd),
        language: settings.language,
        transformer: settings.transformer.map(str::to_owned),
        base: match named.port {
            0 => PLACEHOLDER_BASE.to_owned(),
            port => format!("http://localhost:{port}"),
        },
        call_timeout_ms: settings.call_limit.as_millis() as u64,
        users: Some(who.users.clone()),
        cases: cases.collect(),
    }
}

/// What the names of tests say of faults.
fn shown_faults(kept: &Kept) -> Vec<ShownFault> {
    let faults = kept.faults.iter();
    faults.map(|(call, fault)| ShownFault { call: *call, words: fault_words(fault) }).collect()
}

/// A fault in a name: of an HTTP 500 the line that threw, of others what is wrong.
fn fault_words(fault: &Fault) -> String {
    // `Statement_src/cart.js_00031_0`
    let mut parts = fault.place.rsplitn(3, '_');
    if fault.code == HTTP_500
        && let (Some(_), Some(line), Some(file)) = (parts.next(), parts.next(), parts.next())
        && let (Some(file), Ok(line)) = (file.strip_prefix("Statement_"), line.parse::<u32>())
    {
        return format!("at {file}:{line}");
    }
    fault.message.clone()
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

/// Runs the suite as it will be written three times on the plain API and takes what is equal as expected:
/// twice file by file, then its files at the same time, as test runners do. Tests that do not repeat are
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
        let run = |run, at_once| {
            let name = |file| format!("plain-{round}-{run}-{file}");
            run_all(&suite, &files, &name, plain, who.logins, &settings.reset, at_once)
        };
        let mut runs = vec![run(0, 1)?, run(1, 1)?];
        faults_gone += drop_faults_not_shown(problem, &mut kept, &runs[0]);
        let settled = settle_kinds(&mut kept, &runs[0]);
        let last = round == MAX_ROUNDS;
        if (settled && repeating(&runs).all(|repeats| repeats)) || last {
            runs.push(run(2, FILES_AT_ONCE)?);
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

/// Whether each test went alike in all runs.
fn repeating(runs: &[PlainRun]) -> impl Iterator<Item = bool> {
    let (first, others) = (&runs[0], &runs[1..]);
    let tests = first.iter().enumerate();
    tests.map(move |(index, test)| others.iter().all(|run| same_fates(test, &run[index])))
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

/// One run of all files, `at_once` of them at the same time; `name` tells the runs of files apart.
fn run_all(
    suite: &TestSuite,
    files: &[SuiteFile],
    name: &(dyn Fn(usize) -> String + Sync),
    plain: &Plain<'_>,
    logins: &Logins,
    reset: &Reset,
    at_once: usize,
) -> Result<PlainRun, StartSutError> {
    let run_file = |number: usize| {
        let cases = files[number].cases.iter();
        let tests: Vec<_> = cases.map(|case| suite.cases[*case].steps.clone()).collect();
        let (name, limits) = (name(number), plain.limits);
        replay_on_plain_sut(plain.spec, plain.folder, &name, &tests, reset, limits, logins)
    };
    let mut outcomes: PlainRun = vec![PlainTest::default(); suite.cases.len()];
    let numbers: Vec<usize> = (0..files.len()).collect();
    for chunk in numbers.chunks(at_once) {
        let runs: Vec<_> = std::thread::scope(|scope| {
            let run_file = &run_file;
            let started: Vec<_> =
                chunk.iter().map(|number| scope.spawn(move || run_file(*number))).collect();
            started.into_iter().map(|thread| thread.join()).collect()
        });
        for (number, run) in chunk.iter().zip(runs) {
            let run = run.unwrap_or_else(|panic| std::panic::resume_unwind(panic))?;
            for (case, outcome) in files[*number].cases.iter().zip(run) {
                outcomes[*case] = outcome;
            }
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
    fn faults_are_named_by_the_line_that_threw_or_by_what_is_wrong() {
        let fault = |code, place: &str| Fault {
            code,
            operation: "GET:/a".to_owned(),
            place: place.to_owned(),
            message: "it is wrong".to_owned(),
        };
        assert_eq!(
            fault_words(&fault(HTTP_500, "Statement_src/a_b.js_00031_2")),
            "at src/a_b.js:31"
        );
        assert_eq!(fault_words(&fault(HTTP_500, "")), "it is wrong");
        assert_eq!(fault_words(&fault(209, "Statement_a.js_00001_0")), "it is wrong");
    }

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

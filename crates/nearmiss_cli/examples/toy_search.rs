//! Searches an API of a kind of problem, and with a kind of setup, that only tests know, and writes what was found as a suite:
//! `toy_search NODE PACKAGE API SETUP OUT`. Prints JSON: `keys` of targets, and what each test of the suite sets up and calls.

use std::path::{Path, PathBuf};
use std::sync::{Arc, PoisonError};
use std::time::Duration;

use nearmiss_problem::Problem;
use nearmiss_problem::auth::Users;
use nearmiss_runner::{
    Budget, CallLimits, EvaluatorOptions, Logins, Reset, SearchWords, StartCommand, SutEvaluator,
    SutPool, SutSpec, Without, replay_on_plain_sut,
};
use nearmiss_search::{SearchLoop, SearchObserver, SearchOptions, minimal_suite, minimise};
use nearmiss_writer::{
    CaseKind, Expectation, Language, Module, PLACEHOLDER_BASE, ResetSpec, StartSpec, SuiteSetup,
    TestCase, TestSuite, formats,
};

#[path = "../../../tests/dummies/problem/mod.rs"]
mod toy;

struct Silent;

impl SearchObserver for Silent {}

const LIMIT: Duration = Duration::from_secs(60);

#[expect(clippy::print_stdout, reason = "printing is what this program is for")]
fn main() {
    let args: Vec<PathBuf> = std::env::args().skip(1).map(PathBuf::from).collect();
    let [node, package, api, setup, out] = &args[..] else { panic!("five arguments") };
    let folder = tempfile::tempdir().expect("a temporary folder");
    let spec = spec_of(node, package, api, setup);
    let words = Arc::new(SearchWords::default());
    let pool = SutPool::new(spec.clone(), folder.path().to_owned(), Arc::clone(&words));
    let sut = pool.take(None).expect("the API starts");
    let problem = toy::Store::new();
    let mut evaluator =
        SutEvaluator::new(&problem, sut, pool, Arc::clone(&words), options(), 1).expect("a lane");
    let templates = problem.templates();
    let search = SearchLoop::new(
        SearchOptions { seed: 1, ..SearchOptions::default() },
        &templates,
        &problem,
    );
    let outcome = search.run(&mut evaluator, &mut Silent);
    evaluator.begin_after_search(Budget::Calls(300));
    let suite = minimise(&minimal_suite(&outcome), &outcome, &mut evaluator);
    evaluator.close();
    let registry = words.registry.lock().unwrap_or_else(PoisonError::into_inner);
    let keys: Vec<String> =
        outcome.archive.keys().filter_map(|target| registry.name(*target)).collect();
    let tests: Vec<_> = suite.tests.iter().map(|test| problem.lower(&test.individual)).collect();
    let limits = CallLimits::default();
    let logins = Logins::new(Arc::default());
    let run = |name| {
        replay_on_plain_sut(&spec, folder.path(), name, &tests, &Reset::Restart, limits, &logins)
            .expect("the plain API starts")
    };
    let (first, second) = (run("first"), run("second"));
    let cases = tests.iter().zip(first.iter().zip(&second)).map(|(test, (first, second))| {
        let outcomes = first.outcomes.iter().zip(&second.outcomes);
        TestCase {
            name: String::new(),
            kind: CaseKind::Success,
            test: test.clone(),
            expectations: outcomes.map(|(a, b)| Expectation::from_runs(a, b)).collect(),
            ends_api: false,
            comments: Vec::new(),
            faults: Vec::new(),
            cause: None,
        }
    });
    write(&suite_of(cases.collect(), api, setup), out);
    println!("{}", serde_json::json!({ "keys": keys, "tests": tests }));
}

/// How the API is started; it finds the kind of setup in the folder of the tests.
fn spec_of(node: &Path, package: &Path, api: &Path, setup: &Path) -> SutSpec {
    let start = StartCommand {
        command: format!("\"{}\" server.cjs", node.display()),
        cwd: api.to_owned(),
        env: vec![("NEARMISS_SETUP_FOLDER".to_owned(), setup.display().to_string())],
    };
    let register = format!("file://{}/register/index.js", package.display());
    SutSpec { instrument: true, ..SutSpec::plain(start, register, LIMIT) }
}

fn options() -> EvaluatorOptions {
    EvaluatorOptions {
        budget: Budget::Calls(600),
        reset: Reset::None,
        limits: CallLimits::default(),
        users: Arc::new(Users::default()),
        unlisted: false,
        quiet_limit: LIMIT,
        interrupt: Arc::default(),
        kill_every: None,
        busy_wait: false,
        on_call: None,
        without: Without::default(),
    }
}

fn suite_of(cases: Vec<TestCase>, api: &Path, setup: &Path) -> TestSuite {
    let program = std::fs::read_to_string(setup.join("toy.cjs")).expect("the kind of setup");
    TestSuite {
        name: "toy".to_owned(),
        start: StartSpec::Command {
            command: "node server.cjs".to_owned(),
            cwd: api.display().to_string(),
            env: Vec::new(),
        },
        reset: ResetSpec::Restart,
        module: Module::Cjs,
        language: Language::Js,
        transformer: None,
        base: PLACEHOLDER_BASE.to_owned(),
        call_timeout_ms: 5_000,
        shares_state: false,
        in_any_order: false,
        copies_databases: false,
        file_schemas: Vec::new(),
        shipped_files: Vec::new(),
        reaches: None,
        clock: None,
        needs: Vec::new(),
        keeps_files: false,
        limits_rates: false,
        calls_services: false,
        databases: None,
        setup: vec![SuiteSetup { name: "toy".to_owned(), program, ..SuiteSetup::default() }],
        users: None,
        cases,
    }
}

fn write(suite: &TestSuite, out: &Path) {
    let format = formats::by_name("node").expect("a format");
    for file in format.write(suite).files {
        let path = out.join(file.path);
        std::fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        std::fs::write(path, file.content).expect("a file");
    }
}

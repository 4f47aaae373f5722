//! Searches of each operation by itself, one after another on one process, with several seeds: what a technique is
//! worth for one kind of check. No command: the example program `apart` is built of it, for our own experiments.

use std::sync::{Arc, PoisonError};

use clap::Parser;
use nearmiss_problem::auth::Users;
use nearmiss_problem::{Problem, read_document};
use nearmiss_runner::{SearchWords, SutEvaluator, SutPool};
use nearmiss_search::{SearchLoop, SearchObserver};
use serde_json::{Map, Value, json};

use crate::Invocation;
use crate::auth;
use crate::colour::ColourArg;
use crate::commands::fuzz;
use crate::failure::Failure;
use crate::host::Host;
use crate::kept;
use crate::options::results::QUIET;
use crate::options::{FuzzArgs, api, search};
use crate::output::Output;
use crate::read_problem::problem_options;
use crate::settings::Settings;
use crate::sut::sut_spec;
use crate::temporary;

/// Options of the program.
#[derive(Debug, Parser)]
#[command(no_binary_name = true)]
struct ApartArgs {
    /// Those of `fuzz`; the budget is that of each operation, the seed the first one.
    #[command(flatten)]
    fuzz: FuzzArgs,
    /// Seeds.
    #[arg(long, default_value_t = 1)]
    seeds: u64,
}

/// Keys of a path that are operations (OpenAPI 3.1, section 4.8.9).
const METHODS: [&str; 8] = ["get", "put", "post", "delete", "options", "head", "patch", "trace"];

/// Prints a JSON line a search: `{ operation, seed, calls, covered }`; `covered`: keys of the targets
/// of answers. Answers the exit code.
#[must_use]
pub fn search_apart(invocation: Invocation) -> i32 {
    let args = match ApartArgs::try_parse_from(&invocation.args) {
        Ok(args) => args,
        Err(error) => {
            Output::new(false, ColourArg::Never).warn(&error.to_string());
            return error.exit_code();
        }
    };
    let host = Host::new(invocation.node, invocation.package, invocation.interrupt);
    let output = Arc::new(Output::new(args.fuzz.has(&QUIET), ColourArg::Never));
    match search_all(&args, &host, &output) {
        Ok(()) => 0,
        Err(failure) => {
            output.warn(&format!("error: {failure}"));
            failure.code
        }
    }
}

fn search_all(args: &ApartArgs, host: &Host, output: &Arc<Output>) -> Result<(), Failure> {
    let here = std::env::current_dir().map_err(|error| Failure::system("no folder", &error))?;
    let settings = Settings::load(&args.fuzz, &here, host)?;
    let folder = temporary::folder()?;
    let words = Arc::new(SearchWords::default());
    let mut spec = sut_spec(&settings, host);
    spec.kept = kept::keep(&settings, output)?;
    let pool = SutPool::new(spec, folder.path().to_owned(), Arc::clone(&words));
    let sut = pool.take(None).map_err(|error| Failure::start(error.to_string()))?;
    let users = auth::all_users(&settings, &sut)?;
    let problems = problems(&settings, &users)?;
    let Some((_, of_first)) = problems.first() else { return Ok(()) };
    let options = fuzz::evaluator_options(&settings, host, Arc::clone(&users));
    let mut evaluator = SutEvaluator::new(&**of_first, sut, pool, Arc::clone(&words), options, 1)
        .map_err(|error| Failure::system("no event loop", &error))?;
    let first = *settings.get(&search::SEED);
    for seed in first..first + args.seeds {
        for (operation, problem) in &problems {
            let problem = &**problem;
            evaluator.turn_to(problem);
            let mut options = fuzz::search_options(&settings);
            options.seed = seed;
            let templates = problem.templates();
            let search = SearchLoop::new(options, &templates, problem);
            let outcome = search.run(&mut evaluator, &mut Unseen);
            let registry = words.registry.lock().unwrap_or_else(PoisonError::into_inner);
            let names = outcome.archive.keys().filter_map(|target| registry.name(*target));
            let covered: Vec<String> = names.filter(|name| name.starts_with("Status_")).collect();
            drop(registry);
            let calls = evaluator.calls();
            let line =
                json!({ "operation": operation, "seed": seed, "calls": calls, "covered": covered });
            output.result(&line.to_string());
        }
    }
    for warning in evaluator.warnings() {
        output.warn(&format!("warning: {warning}"));
    }
    evaluator.close();
    Ok(())
}

struct Unseen;

impl SearchObserver for Unseen {}

/// A problem with the name of its operation.
type Named = (String, Box<dyn Problem>);

/// A problem for each operation of the document.
fn problems(settings: &Settings, users: &Users) -> Result<Vec<Named>, Failure> {
    let source = settings.get(&api::OPENAPI).clone().unwrap_or_default();
    let named = |why: String| Failure::usage(format!("{source}: {why}"));
    let text = std::fs::read_to_string(&source).map_err(|error| named(error.to_string()))?;
    let document: Value = serde_json::from_str(&text).map_err(|error| named(error.to_string()))?;
    let mut problems = Vec::new();
    for (path, item) in document["paths"].as_object().into_iter().flatten() {
        for method in METHODS.iter().filter(|method| item.get(**method).is_some()) {
            let mut one = document.clone();
            let mut only: Map<String, Value> = item.as_object().cloned().unwrap_or_default();
            only.retain(|key, _| key == method || !METHODS.contains(&key.as_str()));
            one["paths"] = json!({ path: only });
            let (problem, _) = read_document(&one.to_string(), &problem_options(settings, users))
                .map_err(|error| named(error.to_string()))?;
            problems.push((format!("{}:{path}", method.to_uppercase()), problem));
        }
    }
    Ok(problems)
}

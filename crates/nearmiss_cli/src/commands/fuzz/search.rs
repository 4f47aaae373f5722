//! The search: under way it is watched, kept in an archive and ended; then told as [`Searched`].

use std::collections::BTreeSet;
use std::io::Write;
use std::path::Path;
use std::sync::atomic::Ordering;
use std::sync::{Arc, PoisonError};
use std::time::Instant;

use nearmiss_report::ResumedSummary;
use nearmiss_runner::{OnCall, SearchWords, SutEvaluator, Timing, WireCall};
use nearmiss_search::{SearchLoop, SearchOutcome};
use nearmiss_targets::TargetId;

use super::after_search::{AfterSearch, SearchedAs, after_search};
use super::asked::{evaluator_options, search_options};
use super::prepare::{Prepared, Processes};
use super::progress::Progress;
use super::searched::Searched;
use super::watch::Watch;
use crate::archive::{self, Loaded, Origin, Today};
use crate::databases::{self, Leave};
use crate::failure::Failure;
use crate::held_lines::{HeldLines, keep_secret};
use crate::host::Host;
use crate::options::{results, search};
use crate::output::Output;
use crate::plateau::PlateauWatch;

/// Searches, and puts together the tests that are to be written.
///
/// # Errors
/// Wrong usage: archives that cannot be taken up, a log that cannot be written, a database whose data may not change.
pub fn search(
    run: &Prepared,
    host: &Host,
    processes: Processes,
    output: &Arc<Output>,
) -> Result<Searched, Failure> {
    let searched = search_and_choose(run, host, processes, output).and_then(|searched| {
        databases::refuse(Leave::of(&run.settings), &run.words)?;
        databases::refuse_without_home(run.spec.homes.as_ref())?;
        Ok(searched)
    });
    searched.inspect_err(|_| run.remove_folder())
}

fn search_and_choose(
    run: &Prepared,
    host: &Host,
    Processes { sut, pool }: Processes,
    output: &Arc<Output>,
) -> Result<Searched, Failure> {
    let (settings, problem) = (&run.settings, &*run.problem);
    let mut options = evaluator_options(settings, host, Arc::clone(&run.users));
    options.on_call = request_log(settings.get(&results::LOG_REQUESTS).as_deref())?;
    let (words, workers) = (Arc::clone(&run.words), settings.search.workers);
    let mut evaluator = SutEvaluator::new(problem, sut, pool, words, options, workers)
        .map_err(|error| Failure::system("no event loop", &error))?;
    keep_secret(evaluator.all_lane_logins());
    let said = evaluator.warnings().to_vec();
    for warning in &said {
        output.warn(&format!("warning: {warning}"));
    }
    let Found { mut outcome, progress, plateau, worked, seconds, mut told } =
        found(run, &mut evaluator, output)?;
    progress.finish();
    let stopped = stopped(run, host, &evaluator, (&outcome, &plateau));
    let resumed = (!run.loaded.paths.is_empty()).then(|| {
        let today = Today::of(problem, evaluator.all_lane_logins());
        resumed_summary(&run.loaded, &outcome, evaluator.boot(), &run.words, &today)
    });
    let processor = processor_seconds() - worked;
    let (calls, restarts, timing) = (evaluator.calls(), evaluator.restarts(), evaluator.timing());
    let costly = evaluator.costly_calls();
    log_timing(&timing, seconds, outcome.individuals + outcome.repeats);
    let began = Instant::now();
    let reset = databases::reset_done(settings, run.spec.homes.as_ref(), run.spec.kept.as_deref());
    let AfterSearch {
        minimised,
        transplanted,
        humanised,
        in_any_order,
        restarts: restarts_after_writes,
    } = after_search(
        SearchedAs {
            settings,
            reset: &reset,
            has_databases: !databases::named(&run.words).is_empty(),
            calls,
        },
        problem,
        &mut outcome,
        &mut evaluator,
        &|line| output.say(line),
    );
    told.extend(evaluator.warnings().iter().cloned());
    let searched = Searched {
        stopped,
        resumed,
        outcome,
        minimised,
        transplanted,
        humanised,
        in_any_order,
        restarts_after_writes,
        boot: evaluator.boot().clone(),
        calls,
        restarts,
        seconds,
        progress,
        timing,
        costly,
        after: vec![("minimising", began.elapsed())],
        processor,
        said,
        logins: evaluator.logins(),
        warnings: told.into_iter().map(|text| ("sut", text)).collect(),
        gone: evaluator.gone().map(ToString::to_string),
        reached: evaluator.reached(),
    };
    evaluator.close();
    Ok(searched)
}

/// What the search loop found.
struct Found {
    outcome: SearchOutcome,
    progress: Progress,
    plateau: PlateauWatch,
    /// Seconds that a processor had worked when it began.
    worked: f64,
    /// How long it took.
    seconds: f64,
    /// What people should know of the archives.
    told: Vec<String>,
}

/// Searches, while what is found is shown and saved.
fn found(
    run: &Prepared,
    evaluator: &mut SutEvaluator<'_>,
    output: &Arc<Output>,
) -> Result<Found, Failure> {
    let (settings, problem) = (&run.settings, &*run.problem);
    let today = Today::of(problem, evaluator.all_lane_logins());
    let (resumed, mut told) = run.loaded.take_up(problem, &today)?;
    let origin = Origin {
        api: run.name.clone(),
        seed: *settings.get(&search::SEED),
        operations: run.listed.clone(),
        before: run.loaded.document.clone(),
    };
    let archive = settings.get(&search::ARCHIVE).clone();
    let places = archive::Places { archive, api: settings.cwd.clone() };
    let (templates, budget) = (problem.templates(), settings.search.budget);
    let worked = processor_seconds();
    let (outcome, watch, seconds) = std::thread::scope(|scope| {
        let (keeper, thread) =
            archive::keep(scope, places, origin, (problem, today), Arc::clone(&run.words));
        let mut watch = Watch {
            progress: Progress::new(budget, output),
            plateau: PlateauWatch::new(*settings.get(&search::PLATEAU), budget),
            keeper: Some(keeper),
        };
        evaluator.begin();
        let started = Instant::now();
        let search = SearchLoop::new(search_options(settings), &templates, problem);
        let search = search.resuming(resumed, settings.is(&search::ONLY_RESUME));
        let outcome = search.run(evaluator, &mut watch);
        let seconds = started.elapsed().as_secs_f64();
        watch.keeper = None;
        told.extend(thread.join().unwrap_or_default());
        (outcome, watch, seconds)
    });
    let Watch { progress, plateau, .. } = watch;
    Ok(Found { outcome, progress, plateau, worked, seconds, told })
}

/// Logs where the time of a search went, of one test on average.
fn log_timing(timing: &Timing, seconds: f64, tests: u64) {
    let tests = u32::try_from(tests.max(1)).unwrap_or(u32::MAX);
    let Timing { reset, restart, login, prepare, lower, calls, judge, quiet, drain, .. } = timing;
    tracing::info!(
        seconds, tests, reset = ?*reset / tests, restart = ?*restart / tests, login = ?*login / tests,
        prepare = ?*prepare / tests, lower = ?*lower / tests, calls = ?*calls / tests, judge = ?*judge / tests,
        quiet = ?*quiet / tests, drain = ?*drain / tests,
        "where the time of a test went on average"
    );
}

/// Answers why the search ended.
fn stopped(
    run: &Prepared,
    host: &Host,
    evaluator: &SutEvaluator<'_>,
    (outcome, plateau): (&SearchOutcome, &PlateauWatch),
) -> String {
    if outcome.stopped_early {
        return plateau.reason();
    }
    let why = if host.interrupt.load(Ordering::Relaxed) {
        "interrupted"
    } else if evaluator.gone().is_some() {
        "the API does not start any more"
    } else if run.settings.is(&search::ONLY_RESUME) {
        "the tests of the archives were run"
    } else {
        "the budget is used up"
    };
    why.to_owned()
}

/// Answers seconds that a processor has worked for this process, as Linux counts them in hundredths; else 0.
fn processor_seconds() -> f64 {
    let stat = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    // The name of the process may hold spaces, but is in brackets.
    let fields = stat.rsplit(") ").next().unwrap_or_default();
    let ticks = fields.split(' ').skip(11).take(2).filter_map(|field| field.parse::<f64>().ok());
    ticks.sum::<f64>() / 100.0
}

fn resumed_summary(
    loaded: &Loaded,
    outcome: &SearchOutcome,
    boot: &BTreeSet<TargetId>,
    words: &SearchWords,
    today: &Today<'_>,
) -> ResumedSummary {
    // What is covered while the API starts is no test's any more, and not lost.
    let mut registry = words.registry.lock().unwrap_or_else(PoisonError::into_inner);
    let mut is_covered = |key: &String| {
        registry
            .find(key)
            .is_some_and(|target| boot.contains(&target) || outcome.archive.contains_key(&target))
    };
    // Neither is what only somebody shows who cannot log in today.
    let mut unverified = loaded.unverified(today);
    unverified.retain(|key| !is_covered(key));
    let mut lost = outcome.lost.clone();
    lost.retain(|key| !is_covered(key) && !unverified.contains(key));
    let not_run = outcome.unsettled.iter().filter(|key| !unverified.contains(*key)).count();
    ResumedSummary {
        archives: loaded.paths.iter().map(|path| path.display().to_string()).collect(),
        targets: loaded.covered(),
        lost,
        not_run,
        unverified: unverified.len(),
    }
}

/// A line of the log of requests.
#[derive(serde::Serialize)]
struct LoggedCall<'a> {
    /// Number of the test that it is of.
    test: u64,
    #[serde(flatten)]
    call: &'a WireCall,
}

fn request_log(path: Option<&Path>) -> Result<Option<OnCall>, Failure> {
    let Some(path) = path else { return Ok(None) };
    let mut file = HeldLines::create(path)
        .map_err(|error| Failure::usage(format!("--log-requests {}: {error}", path.display())))?;
    let mut test = 0_u64;
    Ok(Some(Box::new(move |calls| {
        test += 1;
        for call in calls {
            if let Ok(line) = serde_json::to_string(&LoggedCall { test, call }) {
                let _ = writeln!(file, "{line}");
            }
        }
    })))
}

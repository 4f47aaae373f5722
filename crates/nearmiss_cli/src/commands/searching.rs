//! The search of `fuzz`: under way it is watched, kept in an archive and ended; then told as [`Searched`].

use std::collections::BTreeSet;
use std::io::Write;
use std::path::Path;
use std::sync::atomic::Ordering;
use std::sync::{Arc, PoisonError};
use std::time::Instant;

use nearmiss_problem::Problem;
use nearmiss_report::ResumedSummary;
use nearmiss_runner::{
    Budget, EvaluatorOptions, OnCall, Reset, SearchWords, SutEvaluator, SutPool, SutProcess,
};
use nearmiss_search::{
    Minimised, SearchLoop, SearchOutcome, Transplanted, minimal_suite, minimise, transplant,
};
use nearmiss_targets::TargetId;

use super::fuzz::{Searched, search_options};
use crate::archive::{self, Loaded, Origin, Today};
use crate::failure::Failure;
use crate::held_lines::{HeldLines, keep_secret};
use crate::options::{results, search};
use crate::output::Output;
use crate::plateau::PlateauWatch;
use crate::progress::Progress;
use crate::settings::Settings;
use crate::watch::Watch;

/// Of the calls of the search, one for so many, and so many at least.
const MINIMISING_SHARE: u64 = 4;
const LEAST_MINIMISING_CALLS: u64 = 1_000;
/// Of the time of the search.
const MINIMISING_TIME_SHARE: u32 = 10;
const TRANSPLANTING_TIME_SHARE: u32 = 10;

#[expect(clippy::too_many_arguments, reason = "one caller; each is a part of its own")]
pub(super) fn search(
    settings: &Settings,
    mut options: EvaluatorOptions,
    problem: &dyn Problem,
    sut: SutProcess,
    pool: SutPool,
    words: &Arc<SearchWords>,
    start: Start<'_>,
    output: &Arc<Output>,
) -> Result<Searched, Failure> {
    options.on_call = request_log(settings.get(&results::LOG_REQUESTS).as_deref())?;
    let interrupt = Arc::clone(&options.interrupt);
    let mut evaluator =
        SutEvaluator::new(problem, sut, pool, Arc::clone(words), options, settings.search.workers)
            .map_err(|error| Failure::system("no event loop", &error))?;
    keep_secret(evaluator.all_lane_logins());
    let said = evaluator.warnings().to_vec();
    for warning in &said {
        output.warn(&format!("warning: {warning}"));
    }
    let options = search_options(settings);
    let today = Today::of(problem, evaluator.all_lane_logins());
    let (resumed, mut told) = start.loaded.take_up(problem, &today)?;
    let origin = Origin {
        api: start.name.to_owned(),
        seed: *settings.get(&search::SEED),
        operations: start.listed,
        before: start.loaded.document.clone(),
    };
    let templates = problem.templates();
    let worked = processor_seconds();
    let (mut outcome, watch, seconds) = std::thread::scope(|scope| {
        let places = archive::Places {
            archive: settings.get(&search::ARCHIVE).clone(),
            api: settings.cwd.clone(),
        };
        let (keeper, thread) =
            archive::keep(scope, places, origin, (problem, today), Arc::clone(words));
        let mut watch = Watch {
            progress: Progress::new(settings.search.budget, output),
            plateau: PlateauWatch::new(*settings.get(&search::PLATEAU), settings.search.budget),
            keeper: Some(keeper),
        };
        evaluator.begin();
        let started = Instant::now();
        let search = SearchLoop::new(options, &templates, problem);
        let outcome = search
            .resuming(resumed, settings.is(&search::ONLY_RESUME))
            .run(&mut evaluator, &mut watch);
        let seconds = started.elapsed().as_secs_f64();
        watch.keeper = None;
        told.extend(thread.join().unwrap_or_default());
        (outcome, watch, seconds)
    });
    let Watch { progress, plateau, .. } = watch;
    progress.finish();
    let stopped = if outcome.stopped_early {
        plateau.reason()
    } else if interrupt.load(Ordering::Relaxed) {
        "interrupted".to_owned()
    } else if evaluator.gone().is_some() {
        "the API does not start any more".to_owned()
    } else if settings.is(&search::ONLY_RESUME) {
        "the tests of the archives were run".to_owned()
    } else {
        "the budget is used up".to_owned()
    };
    let resumed = (!start.loaded.paths.is_empty()).then(|| {
        let today = Today::of(problem, evaluator.all_lane_logins());
        resumed_summary(start.loaded, &outcome, evaluator.boot(), words, &today)
    });
    let processor = processor_seconds() - worked;
    let (calls, restarts, timing) = (evaluator.calls(), evaluator.restarts(), evaluator.timing());
    let suite = minimal_suite(&outcome);
    // Who reads nothing but the search's figures waits for nothing else. Without a reset a call looks needless
    // whose work an earlier test has done, and one succeeds or not by what is left of others.
    let (minimised, transplanted) =
        if settings.is(&search::REPLAY) && !matches!(settings.api.reset, Reset::None) {
            evaluator.begin_after_search(minimising_budget(settings.search.budget, calls));
            let mut minimised = minimise(&suite, &outcome, &mut evaluator);
            let mut transplanted = Transplanted::default();
            if !settings.is(&search::ONLY_RESUME) {
                evaluator.begin_after_search(transplanting_budget(settings.search.budget, calls));
                let (tests, templates) = (&minimised.tests, problem.templates());
                transplanted = transplant(tests, &mut outcome, &templates, problem, &mut evaluator);
                minimised.tests = std::mem::take(&mut transplanted.tests);
            }
            (minimised, transplanted)
        } else {
            (Minimised { tests: suite, ..Minimised::default() }, Transplanted::default())
        };
    told.extend(evaluator.warnings().iter().cloned());
    let searched = Searched {
        stopped,
        resumed,
        outcome,
        minimised,
        transplanted,
        boot: evaluator.boot().clone(),
        calls,
        restarts,
        seconds,
        progress,
        timing,
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

/// What finding out costs which calls nothing hangs on: a share of what the search did, beside it.
fn minimising_budget(search: Budget, calls: u64) -> Budget {
    match search {
        Budget::Calls(_) => Budget::Calls(LEAST_MINIMISING_CALLS.max(calls / MINIMISING_SHARE)),
        Budget::Time(limit) => Budget::Time(limit / MINIMISING_TIME_SHARE),
    }
}

/// What finding tests costs that show more: as many calls as the search at most, and a share of its time, beside it.
fn transplanting_budget(search: Budget, calls: u64) -> Budget {
    match search {
        Budget::Calls(_) => Budget::Calls(calls),
        Budget::Time(limit) => Budget::Time(limit / TRANSPLANTING_TIME_SHARE),
    }
}

/// Seconds that a processor has worked for this process, as Linux counts them in hundredths; else 0.
fn processor_seconds() -> f64 {
    let stat = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    // The name of the process may hold spaces, but is in brackets.
    let fields = stat.rsplit(") ").next().unwrap_or_default();
    let ticks = fields.split(' ').skip(11).take(2).filter_map(|field| field.parse::<f64>().ok());
    ticks.sum::<f64>() / 100.0
}

/// What a search begins with beside the API.
pub(super) struct Start<'a> {
    /// The archives that it goes on from.
    pub loaded: &'a Loaded,
    /// What people call the API.
    pub name: &'a str,
    /// Names of the operations that are known.
    pub listed: Vec<String>,
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

fn request_log(path: Option<&Path>) -> Result<Option<OnCall>, Failure> {
    let Some(path) = path else { return Ok(None) };
    let mut file = HeldLines::create(path)
        .map_err(|error| Failure::usage(format!("--log-requests {}: {error}", path.display())))?;
    Ok(Some(Box::new(move |call| {
        if let Ok(line) = serde_json::to_string(call) {
            let _ = writeln!(file, "{line}");
        }
    })))
}

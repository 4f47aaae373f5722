//! From a finished run to the reports and the closing summary.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::time::Duration;

use nearmiss_problem::rest::fault_title;
use nearmiss_report::{
    Criterion, CurvePoint, InRepository, ReportedCall, ReportedCosts, ReportedFault, ReportedTest,
    ReportedWarning, RunSummary, SuitePlace, Suppressed, closing_summary, missing_packages,
};
use nearmiss_runner::Budget;
use nearmiss_writer::{Expectation, WrittenTest, curl};

use super::closing_colours;
use super::coverage::{Coverage, Share};
use super::finished::Finished;
use crate::commands::fuzz::searched::Searched;
use crate::failure::Failure;
use crate::installed::{folder_of, too_old};
use crate::options::{AlgorithmArg, results, search};
use crate::output::Output;
use crate::report_files;
use crate::seen_from::relative;
use crate::settings::Settings;
use crate::written_file::write_file;

/// Writes the reports and prints the summary.
///
/// # Errors
/// When a report cannot be written.
pub fn write(run: &Finished<'_>, total: Duration, output: &Output) -> Result<(), Failure> {
    let summary = summary(run, total);
    update_baseline(run, &summary, output)?;
    let (names, report) = (&run.settings.results.reports, &run.settings.results.report);
    let files = report_files::write(names, report, &summary, run.secrets, output)?;
    report_files::keep_from_git(&run.settings.results.out, &files)?;
    let files: Vec<String> = files.iter().map(|file| shown(file)).collect();
    for line in closing_summary(&summary, &files) {
        output.say(&closing_colours::painted_line(&line));
    }
    Ok(())
}

/// Brings the file of accepted faults up to date, where that is asked for.
fn update_baseline(
    run: &Finished<'_>,
    summary: &RunSummary,
    output: &Output,
) -> Result<(), Failure> {
    let (true, Some(path)) =
        (run.settings.is(&results::UPDATE_BASELINE), run.settings.get(&results::BASELINE))
    else {
        return Ok(());
    };
    let calls = summary.tests.iter().flat_map(|test| &test.calls);
    let called: BTreeSet<String> = calls.map(|call| call.operation.clone()).collect();
    let operations: BTreeSet<String> = summary.operations.iter().cloned().collect();
    // Of those that were not asked for it is not known whether they are there.
    let operations = run.settings.search.focus.is_all().then_some(&operations);
    let mut baseline = run.baseline.clone();
    let updated = baseline.update(&summary.faults, operations, &called);
    write_file(path, &baseline.text())?;
    let (added, pruned) = (updated.added, updated.pruned);
    output.say(&format!("{}: {added} faults added, {pruned} taken out", path.display()));
    Ok(())
}

fn summary(run: &Finished<'_>, total: Duration) -> RunSummary {
    let (settings, searched) = (run.settings, run.searched);
    let (tests, faults) = tests_and_faults(run);
    let names = faults.iter().map(ReportedFault::id);
    let accepted = names.filter(|id| run.baseline.accepts(id)).collect();
    RunSummary {
        accepted,
        tool_version: env!("CARGO_PKG_VERSION").to_owned(),
        creation_time: now(),
        search_seconds: searched.seconds,
        total_seconds: total.as_secs_f64(),
        seed: *settings.get(&search::SEED),
        algorithm: match settings.get(&search::ALGORITHM) {
            AlgorithmArg::Mio => "mio".to_owned(),
            AlgorithmArg::Random => "random".to_owned(),
        },
        budget: match settings.search.budget {
            Budget::Calls(u64::MAX) => "what the archives need".to_owned(),
            Budget::Calls(calls) => format!("{calls} calls"),
            Budget::Time(time) => format!("{} s", time.as_secs_f64()),
            Budget::Whichever(calls, time) => {
                format!("{calls} calls, {} s at most", time.as_secs_f64())
            }
        },
        stopped: searched.stopped.clone(),
        workers: settings.search.workers,
        resumed: searched.resumed.clone(),
        api: run.name.to_owned(),
        sources: run.sources.clone(),
        suite: place(run),
        repository: in_repository(run.settings),
        operations: run.problem.templates().iter().map(|template| template.name.clone()).collect(),
        tests,
        faults,
        evaluated_calls: searched.calls,
        calls_to_last_target: searched.progress.needed_calls(),
        coverage: criteria(&run.coverage),
        curve: searched
            .progress
            .curve()
            .iter()
            .map(|point| CurvePoint { calls: point.calls, covered: point.covered })
            .collect(),
        evaluated_tests: searched.outcome.individuals + searched.outcome.repeats,
        timing: timing(searched),
        after: searched
            .after
            .iter()
            .map(|(part, took)| ((*part).to_owned(), took.as_secs_f64()))
            .collect(),
        costly: costly(searched),
        restarts: searched.restarts,
        unstable_tests: run.expected.unstable,
        repaired_tests: run.expected.repaired,
        needless_calls: searched.minimised.removed,
        minimising_calls: searched.minimised.calls,
        added_tests: searched.transplanted.added,
        adding_calls: searched.transplanted.calls,
        plain_values: searched.humanised.replaced,
        plain_calls: searched.humanised.calls,
        suppressed: run
            .suppressed
            .iter()
            .map(|(what, place)| Suppressed { what: what.clone(), place: place.clone() })
            .collect(),
        login_calls: searched.logins.calls(),
        users: run.users.clone(),
        warnings: searched
            .warnings
            .iter()
            .map(|(category, message)| ReportedWarning {
                message: message.clone(),
                category: (*category).to_owned(),
            })
            .collect(),
    }
}

/// Seconds of the search by part; what no part has is the search itself. `processor`: those that this
/// process ran, of all of them.
fn timing(searched: &Searched) -> Vec<(String, f64)> {
    let parts = searched.timing;
    let mut timing: Vec<(String, f64)> = [
        ("reset", parts.reset),
        ("restart", parts.restart),
        ("login", parts.login),
        ("prepare", parts.prepare),
        ("lower", parts.lower),
        ("calls", parts.calls),
        ("judge", parts.judge),
        ("quiet", parts.quiet),
        ("drain", parts.drain),
        ("queries", parts.queries),
    ]
    .map(|(name, time)| (name.to_owned(), time.as_secs_f64()))
    .into();
    let known: f64 = timing.iter().map(|(_, seconds)| seconds).sum();
    timing.push(("search".to_owned(), (searched.seconds - known).max(0.0)));
    timing.push(("processor".to_owned(), searched.processor));
    timing
}

/// Answers the operations whose calls cost far more than others; a restart counts what restarts took on average.
fn costly(searched: &Searched) -> Vec<ReportedCosts> {
    let restarts = u32::try_from(searched.timing.restarts).unwrap_or(u32::MAX);
    let restart = searched.timing.restart.checked_div(restarts).unwrap_or_default();
    let costly = searched.costly.iter().map(|(operation, calls)| ReportedCosts {
        operation: operation.clone(),
        ended: calls.ended,
        unanswered: calls.unanswered,
        blocked: calls.blocked,
        slow: calls.slow,
        seconds: (calls.time + restart * calls.ended).as_secs_f64(),
    });
    costly.collect()
}

/// To the second: reports are for people, and runs of the same second do not collide in anything.
fn now() -> String {
    let now = jiff::Timestamp::now();
    jiff::Timestamp::from_second(now.as_second()).unwrap_or(now).to_string()
}

fn criteria(coverage: &Coverage) -> Vec<Criterion> {
    let criterion = |name: &str, share: Share| Criterion {
        name: name.to_owned(),
        covered: share.covered,
        total: share.total,
        told_only: share.told_only,
    };
    let mut criteria = vec![
        criterion("targets", coverage.targets),
        criterion("lines", coverage.lines),
        criterion("branches", coverage.branches),
        criterion("statements", coverage.statements),
        criterion("functions", coverage.functions),
    ];
    // What a driver of another tool's has no targets for is not its API's lack.
    if coverage.targets.told_only {
        criteria.retain(|criterion| criterion.total > 0);
    }
    criteria
}

fn tests_and_faults(run: &Finished<'_>) -> (Vec<ReportedTest>, Vec<ReportedFault>) {
    let mut tests = Vec::new();
    // The first test that tells a fault stands for it, or else the first one that shows it.
    let mut faults: BTreeMap<(u32, String, String), (usize, usize, String)> = BTreeMap::new();
    let kept = |written: &WrittenTest| &run.expected.kept[written.case];
    let tests_by_number = || run.written.tests.iter().map(kept).enumerate();
    let told = tests_by_number().map(|(test, kept)| (test, &kept.faults));
    let shown = tests_by_number().map(|(test, kept)| (test, &kept.told_elsewhere));
    for (test, list) in told.chain(shown) {
        for (call, fault) in list {
            let key = (fault.code, fault.operation.clone(), fault.place.clone());
            faults.entry(key).or_insert_with(|| (test, *call, fault.message.clone()));
        }
    }
    let folder = pathdiff(run);
    for written in &run.written.tests {
        let case = &run.expected.suite.cases[written.case];
        let calls = case.test.calls.iter().enumerate().map(|(index, call)| ReportedCall {
            operation: call.operation.to_string(),
            status: case.expectations.get(index).and_then(status_of),
            curl: curl(call.http(), &run.expected.suite.base),
        });
        tests.push(ReportedTest {
            file: format!("{folder}{}", written.file),
            name: written.name.clone(),
            start_line: written.start_line,
            end_line: written.end_line,
            calls: calls.collect(),
        });
    }
    let faults = faults.into_iter().map(|((code, operation, place), (test, call, message))| {
        let title = fault_title(code).unwrap_or_default().to_owned();
        ReportedFault { code, operation, place, test, call, message, title }
    });
    (tests, faults.collect())
}

fn status_of(expectation: &Expectation) -> Option<u16> {
    match expectation {
        Expectation::Answer(answer) => answer.status,
        _ => None,
    }
}

/// The folder of the suite seen from the report.
fn pathdiff(run: &Finished<'_>) -> String {
    let report = run.settings.results.report.parent().unwrap_or(&run.settings.results.out);
    folder_from(report, &run.settings.results.out)
}

/// A folder seen from another, with a `/` at the end; nothing when it is the same.
fn folder_from(from: &Path, folder: &Path) -> String {
    match relative(from, folder).as_str() {
        "." => String::new(),
        path => format!("{path}/"),
    }
}

/// Where the folders of sources and reports are in the repository: below the nearest folder with a
/// `.git`, else below that of the sources.
fn in_repository(settings: &Settings) -> InRepository {
    let real = |path: &Path| path.canonicalize().unwrap_or_else(|_| path.to_owned());
    let sources = real(&settings.api.root);
    let reports = real(settings.results.report.parent().unwrap_or(&settings.results.out));
    let repository =
        sources.ancestors().find(|folder| folder.join(".git").exists()).unwrap_or(&sources);
    InRepository {
        sources: folder_from(repository, &sources),
        reports: folder_from(repository, &reports),
    }
}

/// A path as users name it.
fn shown(path: &Path) -> String {
    let here = std::env::current_dir().unwrap_or_default();
    path.strip_prefix(&here).unwrap_or(path).display().to_string()
}

fn place(run: &Finished<'_>) -> SuitePlace {
    let packages: Vec<String> = run
        .settings
        .results
        .out
        .ancestors()
        .filter_map(|folder| std::fs::read_to_string(folder.join("package.json")).ok())
        .collect();
    let texts: Vec<&str> = packages.iter().map(String::as_str).collect();
    let folder = shown(&run.settings.results.out);
    let needed = &run.written.dev_dependencies;
    // What another package brought along is there, too.
    let missing = missing_packages(needed, &texts)
        .into_iter()
        .filter(|package| folder_of(package, &run.settings.results.out).is_none());
    let old = needed.iter().filter(|package| too_old(package, &run.settings.results.out).is_some());
    let old = old.map(|package| format!("{package}@latest"));
    let variables = run.written.variables.clone();
    let line = run.written.run_command.line(if folder.is_empty() { "." } else { &folder });
    let set: String = variables.iter().map(|name| format!("{name}=... ")).collect();
    SuitePlace {
        run_command: format!("{set}{line}"),
        variables,
        folder,
        missing_packages: missing.chain(old).collect(),
    }
}

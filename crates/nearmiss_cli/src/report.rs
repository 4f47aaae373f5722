//! From a finished run to `report.json` and the closing summary.

use std::collections::BTreeMap;
use std::time::Duration;

use nearmiss_problem::Step;
use nearmiss_report::{
    Criterion, CurvePoint, ReportedCall, ReportedFault, ReportedTest, ReportedWarning, RunSummary,
    SuitePlace, Suppressed, closing_summary, missing_packages, report_json,
};
use nearmiss_runner::Budget;
use nearmiss_writer::Expectation;

use crate::args::AlgorithmArg;
use crate::closing_colours;
use crate::commands::fuzz::{Finished, Searched, write_file};
use crate::coverage::{Coverage, Share};
use crate::failure::Failure;
use crate::output::Output;

/// Writes the report and prints the summary.
///
/// # Errors
/// When the report cannot be written.
pub fn write(run: &Finished<'_>, total: Duration, output: &Output) -> Result<(), Failure> {
    let summary = summary(run, total);
    write_file(&run.settings.report, &report_json(&summary))?;
    let place = place(run);
    for line in closing_summary(&summary, &place) {
        output.say(&closing_colours::painted_line(&line));
    }
    Ok(())
}

fn summary(run: &Finished<'_>, total: Duration) -> RunSummary {
    let (settings, searched) = (run.settings, run.searched);
    let (tests, faults) = tests_and_faults(run);
    RunSummary {
        tool_version: env!("CARGO_PKG_VERSION").to_owned(),
        creation_time: now(),
        search_seconds: searched.seconds,
        total_seconds: total.as_secs_f64(),
        seed: settings.seed,
        algorithm: match settings.algorithm {
            AlgorithmArg::Mio => "mio".to_owned(),
            AlgorithmArg::Random => "random".to_owned(),
        },
        budget: match settings.budget {
            Budget::Calls(u64::MAX) => "what the archives need".to_owned(),
            Budget::Calls(calls) => format!("{calls} calls"),
            Budget::Time(time) => format!("{} s", time.as_secs_f64()),
        },
        stopped: searched.stopped.clone(),
        workers: settings.workers,
        resumed: searched.resumed.clone(),
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
        timing: timing(searched),
        restarts: searched.restarts,
        unstable_tests: run.expected.unstable,
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
        ("prepare", parts.prepare),
        ("lower", parts.lower),
        ("calls", parts.calls),
        ("judge", parts.judge),
        ("quiet", parts.quiet),
        ("drain", parts.drain),
    ]
    .map(|(name, time)| (name.to_owned(), time.as_secs_f64()))
    .into();
    let known: f64 = timing.iter().map(|(_, seconds)| seconds).sum();
    timing.push(("search".to_owned(), (searched.seconds - known).max(0.0)));
    timing.push(("processor".to_owned(), searched.processor));
    timing
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
    };
    vec![
        criterion("targets", coverage.targets),
        criterion("lines", coverage.lines),
        criterion("branches", coverage.branches),
        criterion("statements", coverage.statements),
        criterion("functions", coverage.functions),
    ]
}

fn tests_and_faults(run: &Finished<'_>) -> (Vec<ReportedTest>, Vec<ReportedFault>) {
    let mut tests = Vec::new();
    // The first test that shows a fault stands for it.
    let mut faults: BTreeMap<(u32, String, String), usize> = BTreeMap::new();
    let folder = pathdiff(run);
    for written in &run.written.tests {
        let case = &run.expected.suite.cases[written.case];
        let calls = case.steps.iter().enumerate().map(|(index, Step::Http(call))| ReportedCall {
            operation: call.operation.clone(),
            status: case.expectations.get(index).and_then(status_of),
        });
        for (_, fault) in &run.expected.kept[written.case].faults {
            let key = (fault.code, fault.operation.clone(), fault.place.clone());
            faults.entry(key).or_insert(tests.len());
        }
        tests.push(ReportedTest {
            file: format!("{folder}{}", written.file),
            name: written.name.clone(),
            start_line: written.start_line,
            end_line: written.end_line,
            calls: calls.collect(),
        });
    }
    let faults = faults.into_iter().map(|((code, operation, place), test)| ReportedFault {
        code,
        operation,
        place,
        test,
    });
    (tests, faults.collect())
}

fn status_of(expectation: &Expectation) -> Option<u16> {
    match expectation {
        Expectation::Answer(answer) => answer.status,
        _ => None,
    }
}

/// The folder of the suite seen from the report, with a `/` at the end, or nothing when the report
/// lies in it.
fn pathdiff(run: &Finished<'_>) -> String {
    let report = run.settings.report.parent().unwrap_or(&run.settings.out);
    match crate::suite::relative(report, &run.settings.out).as_str() {
        "." => String::new(),
        path => format!("{path}/"),
    }
}

fn place(run: &Finished<'_>) -> SuitePlace {
    let here = std::env::current_dir().unwrap_or_default();
    let shown = |path: &std::path::Path| match path.strip_prefix(&here) {
        Ok(short) => short.display().to_string(),
        Err(_) => path.display().to_string(),
    };
    let packages: Vec<String> = run
        .settings
        .out
        .ancestors()
        .filter_map(|folder| std::fs::read_to_string(folder.join("package.json")).ok())
        .collect();
    let texts: Vec<&str> = packages.iter().map(String::as_str).collect();
    SuitePlace {
        folder: shown(&run.settings.out),
        run_command: run.written.run_command.clone(),
        missing_packages: missing_packages(&run.written.dev_dependencies, &texts),
        report: shown(&run.settings.report),
    }
}

//! `replay`: run a written suite, or the tests that show some of its faults, with its runner.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use nearmiss_runner::recover;
use nearmiss_writer::formats::{Outcome, TestResult, TestRunner};

use super::args::ReplayArgs;
use super::report_file::{ReportFile, WrittenCase, WrittenFault};
use super::results::result_of;
use super::runners::{Wanted, command, environment, runner_of};
use super::verdict::{FaultVerdict, Verdicts};
use crate::failure::Failure;
use crate::host::Host;
use crate::kept::tell_dead;
use crate::output::Output;
use crate::temporary;

/// Between two looks at the runner.
const POLL: Duration = Duration::from_millis(50);
/// Lines of the runner's output that are shown when it has written no results.
const LAST_LINES: usize = 15;

/// Runs the command and answers the exit code.
///
/// # Errors
/// Wrong usage: no suite, no such fault or test, a package that is missing, a runner that does not run.
pub fn run(args: &ReplayArgs, host: &Host, output: &Arc<Output>) -> Result<i32, Failure> {
    let report = ReportFile::read(&args.dir, args.report.as_deref())?;
    let faults = report.faults(&args.fault)?;
    let asked = (!args.fault.is_empty()).then_some(faults.as_slice());
    let tests = report.tests(asked, args.test.as_deref())?;
    let runner = runner_of(args.runner.as_deref(), &tests)?;
    let folder = args.dir.canonicalize().map_err(|error| Failure::system("no folder", &error))?;
    let replay = Replay {
        runner,
        folder: &folder,
        package: &host.package,
        interrupt: &host.interrupt,
        own: &args.runner_args,
        isolates: tests.len() < report.tests.len(),
    };
    let times = if args.times == 1 { String::new() } else { format!(", {} times", args.times) };
    output.say(&format!(
        "running {} of {} tests with {}{times}",
        tests.len(),
        report.tests.len(),
        runner.name
    ));
    let project = project_of(&folder);
    put_back(project.as_deref(), output);
    let mut verdicts = Verdicts::default();
    for _ in 0..args.times {
        let outcomes = replay.once(&tests);
        // Of tests that were killed, or gave up.
        put_back(project.as_deref(), output);
        for (test, outcome) in outcomes? {
            verdicts.note(test, outcome);
        }
    }
    Ok(i32::from(!tell(&report, &faults, &verdicts, output)))
}

/// The folder in which a suite starts its API.
fn project_of(suite: &Path) -> Option<PathBuf> {
    let text = std::fs::read(suite.join("support/start.json")).ok()?;
    let start: serde_json::Value = serde_json::from_slice(&text).ok()?;
    suite.join(start["cwd"].as_str()?).canonicalize().ok()
}

/// Puts back what tests or searches that were killed have left undone in the folder of an API.
fn put_back(project: Option<&Path>, output: &Output) {
    for run in project.iter().flat_map(|project| recover(project)) {
        tell_dead(&run, output);
    }
}

struct Replay<'a> {
    runner: &'a TestRunner,
    folder: &'a Path,
    package: &'a Path,
    interrupt: &'a AtomicBool,
    /// Options of the user for the runner.
    own: &'a [String],
    /// Tests are run without others of their files.
    isolates: bool,
}

impl Replay<'_> {
    /// Runs tests once. Those that fail without the others of their file are run with them.
    fn once<'t>(
        &self,
        tests: &[&'t WrittenCase],
    ) -> Result<Vec<(&'t WrittenCase, Outcome)>, Failure> {
        let names: Vec<&str> = if self.isolates {
            tests.iter().map(|test| test.name.as_str()).collect()
        } else {
            Vec::new()
        };
        let results = self.run(&files_of(tests.iter().copied()), &names)?;
        let alone = |test: &WrittenCase| outcome_of(&results, test);
        let failed: Vec<&WrittenCase> = tests
            .iter()
            .copied()
            .filter(|test| self.isolates && alone(test) != Outcome::Passed)
            .collect();
        let whole = if failed.is_empty() {
            Vec::new()
        } else {
            self.run(&files_of(failed.iter().copied()), &[])?
        };
        let outcomes = tests.iter().map(|test| {
            let is_failed = failed.iter().any(|other| other.id == test.id);
            (*test, if is_failed { outcome_of(&whole, test) } else { alone(test) })
        });
        Ok(outcomes.collect())
    }

    /// Runs the runner once; what it says of the tests.
    fn run(&self, files: &[PathBuf], names: &[&str]) -> Result<Vec<TestResult>, Failure> {
        let failed = |error: &dyn std::fmt::Display| {
            Failure::usage(format!("{} could not be run: {error}", self.runner.name))
        };
        let folder = temporary::folder()?;
        let results = folder.path().join("results");
        let said = folder.path().join("said");
        let wanted =
            Wanted { folder: self.folder, files, names, results: &results, package: self.package };
        let (program, arguments) = command(self.runner, &wanted)?;
        let log = std::fs::File::create(&said).map_err(|error| failed(&error))?;
        let both = log.try_clone().map_err(|error| failed(&error))?;
        let mut child = Command::new(program)
            .args(arguments)
            .args(self.own)
            .current_dir(package_of(self.folder))
            .envs(environment(self.runner, files))
            // Whoever runs us from a test of Node's own is not the one to report to.
            .env_remove("NODE_TEST_CONTEXT")
            .stdin(Stdio::null())
            .stdout(log)
            .stderr(both)
            .spawn()
            .map_err(|error| failed(&error))?;
        while child.try_wait().map_err(|error| failed(&error))?.is_none() {
            if self.interrupt.load(Ordering::Relaxed) {
                let _ = child.kill();
                let _ = child.wait();
                return Err(Failure::usage("interrupted".to_owned()));
            }
            std::thread::sleep(POLL);
        }
        let text = std::fs::read_to_string(&results).map_err(|error| error.to_string());
        let read = |text: String| (self.runner.read)(&text).map_err(|error| error.to_string());
        text.and_then(read).map_err(|error| {
            let said = std::fs::read(&said).unwrap_or_default();
            let said = String::from_utf8_lossy(&said).into_owned();
            let lines: Vec<&str> = said.trim_end().lines().collect();
            let end = lines[lines.len().saturating_sub(LAST_LINES)..].join("\n  ");
            failed(&format!("it has written no results ({error}). Its output:\n  {end}"))
        })
    }
}

fn files_of<'t>(tests: impl Iterator<Item = &'t WrittenCase>) -> Vec<PathBuf> {
    let files: BTreeSet<&PathBuf> = tests.map(|test| &test.file).collect();
    files.into_iter().cloned().collect()
}

fn outcome_of(results: &[TestResult], test: &WrittenCase) -> Outcome {
    let found = result_of(results, &test.file, &test.name).cloned();
    found.unwrap_or_else(|| {
        Outcome::Failed("it was not run: its name has changed, or it is skipped".to_owned())
    })
}

/// The folder of the package that a suite belongs to: where people run it.
fn package_of(folder: &Path) -> &Path {
    folder.ancestors().find(|at| at.join("package.json").is_file()).unwrap_or(folder)
}

/// Prints what was seen; answers whether everything holds.
fn tell(
    report: &ReportFile,
    faults: &[&WrittenFault],
    verdicts: &Verdicts,
    output: &Output,
) -> bool {
    let here = std::env::current_dir().unwrap_or_default();
    let place = |test: &WrittenCase| {
        let file = test.file.strip_prefix(&here).unwrap_or(&test.file);
        format!("{}:{}", file.display(), test.line)
    };
    let mut holds = true;
    let mut shown = BTreeSet::new();
    for fault in faults {
        let verdict = verdicts.fault(fault);
        let words = match verdict {
            FaultVerdict::StillThere => "still there",
            FaultVerdict::Gone => "gone",
            FaultVerdict::Flickers => "flickers",
            FaultVerdict::NotRun => continue,
        };
        let test = report.tests.iter().find(|test| fault.test_case_id.as_ref() == Some(&test.id));
        let Some(test) = test else { continue };
        let line = format!(
            "{}  {words:<11}  {}, {}  {}",
            fault.id,
            fault.operation,
            fault.name(),
            place(test)
        );
        if verdict == FaultVerdict::StillThere {
            output.say(&line);
            continue;
        }
        holds = false;
        output.result(&line);
        if let Some(why) = verdicts.why(&test.id) {
            output.result(&format!("    {why}"));
        }
        shown.insert(test.id.as_str());
    }
    for (test, passed, all) in verdicts.flickering(report) {
        holds = false;
        output.result(&format!(
            "flickers: {}  {}: passed {passed} of {all} times",
            test.name,
            place(test)
        ));
    }
    for test in verdicts.failing(report) {
        holds = false;
        if !shown.contains(test.id.as_str()) {
            output.result(&format!("fails: {}  {}", test.name, place(test)));
            output.result(&format!("    {}", verdicts.why(&test.id).unwrap_or_default()));
        }
    }
    let run = verdicts.outcomes.len();
    let failed = verdicts.failing(report).count() + verdicts.flickering(report).count();
    output.say(&format!("{run} tests were run: {} hold, {failed} do not", run - failed));
    holds
}

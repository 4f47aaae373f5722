//! Runs a suite by Node, from a folder of its own, and reads what came of its calls.

use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use nearmiss_problem::{CallOutcome, HttpResponse};
use nearmiss_runner::{PlainRun, PlainTest};
use nearmiss_writer::{SuiteFile, TestSuite, recording, recording_files};
use serde::Deserialize;

use super::order::Order;

/// Test files that run at the same time: Jest runs as many as there are processors, less one.
const FILES_AT_ONCE: usize = 4;
/// Lines of what a file printed that are told.
const TOLD_LINES: usize = 12;

/// A call as the suite noted it.
#[derive(Deserialize)]
struct Noted {
    test: usize,
    call: usize,
    status: Option<u16>,
    #[serde(default)]
    headers: BTreeMap<String, serde_json::Value>,
    #[serde(default)]
    text: String,
    #[serde(default)]
    timeout: bool,
    #[serde(default)]
    broken: String,
}

impl Noted {
    fn outcome(self) -> CallOutcome {
        let Some(status) = self.status else {
            return match self.timeout {
                true => CallOutcome::Timeout,
                false => CallOutcome::Broken(self.broken),
            };
        };
        let headers = self.headers.into_iter().filter_map(|(name, value)| {
            let value = value.as_str()?.to_owned();
            Some((name, value))
        });
        let (headers, body) = (headers.collect(), self.text.into_bytes());
        CallOutcome::Response(HttpResponse { status, headers, body, ..HttpResponse::default() })
    }
}

/// One run of a suite.
pub(super) struct Recording<'a> {
    /// The suite; paths in it are absolute.
    pub suite: TestSuite,
    /// The order of its tests, and of its files where one runs after another.
    pub order: Order,
    /// A new folder for its files.
    pub folder: PathBuf,
    /// The `node_modules` with the packages of the tests.
    pub packages: &'a Path,
    /// Variables of the tests.
    pub variables: Vec<(&'static str, String)>,
    /// Variables that are not set.
    pub unset: &'a [String],
}

impl Recording<'_> {
    /// Runs every file; tests of the answer stand as in the suite.
    ///
    /// # Errors
    /// When the API does not start; the message says what was printed.
    pub fn run(mut self) -> Result<PlainRun, String> {
        let files = recording_files(&self.suite);
        let stood = self.order.arrange(&mut self.suite, &files);
        let recorded = recording(&self.suite);
        self.write(&recorded.files).map_err(|error| error.to_string())?;
        let mut run: PlainRun = vec![PlainTest::default(); self.suite.cases.len()];
        let at_once = if self.suite.is_in_band() { 1 } else { FILES_AT_ONCE };
        let files = self.order.of(files.len()).into_iter().map(|file| &recorded.tests[file]);
        for chunk in files.collect::<Vec<_>>().chunks(at_once) {
            let runs: Vec<_> = std::thread::scope(|scope| {
                let this = &self;
                let started: Vec<_> =
                    chunk.iter().map(|file| scope.spawn(|| this.run_file(file))).collect();
                started.into_iter().map(|thread| thread.join()).collect()
            });
            for (file, outcomes) in chunk.iter().zip(runs) {
                let outcomes = outcomes.unwrap_or_else(|panic| std::panic::resume_unwind(panic))?;
                for (case, outcomes) in file.cases.iter().zip(outcomes) {
                    run[stood[*case]].outcomes = outcomes;
                }
            }
        }
        Ok(run)
    }

    fn write(&self, files: &[nearmiss_writer::GeneratedFile]) -> std::io::Result<()> {
        fs::create_dir_all(&self.folder)?;
        symlink(self.packages, self.folder.join("node_modules"))?;
        files.iter().try_for_each(|file| {
            let path = self.folder.join(&file.path);
            path.parent().map_or(Ok(()), fs::create_dir_all)?;
            fs::write(path, &file.content)
        })
    }

    fn run_file(&self, file: &SuiteFile) -> Result<Vec<Vec<CallOutcome>>, String> {
        let path = self.folder.join(&file.path);
        let mut command = Command::new("node");
        command.arg(&path).current_dir(&self.folder).stdin(Stdio::null());
        for (name, _) in std::env::vars_os() {
            // Secrets stand in the folder of this suite.
            if name.to_string_lossy().starts_with("NEARMISS_") {
                command.env_remove(name);
            }
        }
        for name in self.unset.iter().map(String::as_str).chain(["NODE_TEST_CONTEXT"]) {
            command.env_remove(name);
        }
        // What stands round a suite that npx runs.
        command.env("npm_command", "exec").env("npm_lifecycle_event", "npx");
        command.envs(self.variables.iter().map(|(name, value)| (name, value)));
        let output = command.output().map_err(|error| format!("node cannot be run: {error}"))?;
        let record = fs::read_to_string(self.folder.join(format!("{}.jsonl", file.path)));
        let mut tests: Vec<Vec<CallOutcome>> = vec![Vec::new(); file.cases.len()];
        for line in record.unwrap_or_default().lines() {
            let noted: Noted = serde_json::from_str(line).map_err(|error| error.to_string())?;
            if let Some(outcomes) = tests.get_mut(noted.test)
                && outcomes.len() == noted.call
            {
                outcomes.push(noted.outcome());
            }
        }
        if tests.iter().all(Vec::is_empty) && !tests.is_empty() {
            return Err(told(&String::from_utf8_lossy(&output.stdout)));
        }
        Ok(tests)
    }
}

/// The lines of what `node:test` printed that say what went wrong: of a start or an end that failed, where there is one,
/// for its tests only say that they were not run.
fn told(printed: &str) -> String {
    let lines: Vec<&str> = printed.lines().map(str::trim).collect();
    let of_hook = lines.iter().position(|line| line.contains("hookFailed")).unwrap_or(0);
    let error = lines[of_hook..].iter().skip_while(|line| !line.starts_with("error:"));
    let error = error.filter(|line| **line != "error: |-");
    let error = error.take_while(|line| !line.starts_with("code:") && !line.starts_with("stack:"));
    error.take(TOLD_LINES).copied().collect::<Vec<_>>().join("\n  ")
}

#[cfg(test)]
mod tests {
    use super::told;

    #[test]
    fn a_start_that_failed_is_told_in_place_of_tests_that_were_not_run() {
        let test = "not ok 1 - GET /\n  ---\n  error: 'test did not finish before its parent'\n  code: 'X'\n  ...\n";
        let hook = "not ok 1 - api\n  ---\n  failureType: 'hookFailed'\n  error: |-\n    The API ended.\n    It printed:\n    no\n  code: 'X'\n";
        assert_eq!(told(&format!("{test}{hook}")), "The API ended.\n  It printed:\n  no");
        assert_eq!(told(test), "error: 'test did not finish before its parent'");
    }
}

//! The facts of a run that reports are made of.

use std::collections::BTreeSet;

use serde::Serialize;

use crate::fault_id::fault_id;

/// A whole run: the search and the suite that came out of it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RunSummary {
    /// Version of nearmiss.
    pub tool_version: String,
    /// When the report was made: a date-time of RFC 3339, `2026-11-20T12:00:00Z`.
    pub creation_time: String,
    /// How long the search took, in seconds.
    pub search_seconds: f64,
    /// How long everything took, in seconds.
    pub total_seconds: f64,
    /// Seed of the search.
    pub seed: u64,
    /// `mio` or `random`.
    pub algorithm: String,
    /// The budget as the user gave it: `20000 calls`, `10m`.
    pub budget: String,
    /// Why the search ended.
    pub stopped: String,
    /// SUT processes that were called at the same time.
    pub workers: usize,
    /// What became of the archives that the search went on from, if it did.
    pub resumed: Option<ResumedSummary>,
    /// All operations of the API: `GET:/books/{id}`.
    pub operations: Vec<String>,
    /// The written tests.
    pub tests: Vec<ReportedTest>,
    /// The faults that written tests show.
    pub faults: Vec<ReportedFault>,
    /// Names of those of them that are accepted (`--baseline`).
    pub accepted: BTreeSet<String>,
    /// Calls of the search.
    pub evaluated_calls: u64,
    /// Tests of the search, those that were run twice counted twice.
    pub evaluated_tests: u64,
    /// Calls made when the last new target was covered: the budget that was needed.
    pub calls_to_last_target: u64,
    /// Coverage, the most telling criterion first.
    pub coverage: Vec<Criterion>,
    /// Covered targets along the budget.
    pub curve: Vec<CurvePoint>,
    /// Seconds of the search by part (`calls`, `quiet` ...), in the order to show them.
    pub timing: Vec<(String, f64)>,
    /// Seconds of what came after the search, by part (`minimising`, `verification`, `writing`), in that order.
    pub after: Vec<(String, f64)>,
    /// Operations whose calls cost far more than others, by name.
    pub costly: Vec<ReportedCosts>,
    /// How often the API was started again.
    pub restarts: u64,
    /// Tests that were left out because they do not repeat.
    pub unstable_tests: usize,
    /// Tests that expect less than one run of them showed, because values differ between runs.
    pub repaired_tests: usize,
    /// Calls that were left out of tests, since nothing hangs on them.
    pub needless_calls: usize,
    /// Calls made to find those, beside the budget.
    pub minimising_calls: u64,
    /// Tests that were added after the search, since they show what only refused calls had run.
    pub added_tests: usize,
    /// Calls made to find those, beside the budget.
    pub adding_calls: u64,
    /// Values of tests that words and small numbers stand for now.
    pub plain_values: usize,
    /// Calls made to find those, beside the budget.
    pub plain_calls: u64,
    /// Waits that were shortened and scheduled jobs that did not run.
    pub suppressed: Vec<Suppressed>,
    /// Calls of logins and registrations, beside the budget.
    pub login_calls: u64,
    /// Who called: nobody first, then the users. Nothing where there are none.
    pub users: Vec<ReportedUser>,
    /// What went wrong or was left out.
    pub warnings: Vec<ReportedWarning>,
    /// The source files of the API that have targets, by name.
    pub sources: Vec<ReportedSource>,
    /// What people call the API.
    pub api: String,
    /// Where the suite is.
    pub suite: SuitePlace,
    /// Where folders are in the repository.
    pub repository: InRepository,
}

/// The calls of an operation that cost far more than others.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ReportedCosts {
    /// `POST:/stop`.
    pub operation: String,
    /// Calls that the API's process was lost by.
    pub ended: u32,
    /// Calls that got no whole answer within their limit.
    pub unanswered: u32,
    /// Calls during which the event loop stood still.
    pub blocked: u32,
    /// Calls that were answered, slowly.
    pub slow: u32,
    /// Seconds that all of them took, restarts included.
    pub seconds: f64,
}

/// Where the suite is and what it needs.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct SuitePlace {
    /// Its folder as users name it.
    pub folder: String,
    /// The command that runs it.
    pub run_command: String,
    /// Variables of the environment without which tests fail.
    pub variables: Vec<String>,
    /// Dev dependencies that the package lacks.
    pub missing_packages: Vec<String>,
}

/// Folders seen from that of the repository, for tools that show files of a repository. Each is empty
/// or has a `/` at its end.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct InRepository {
    /// The folder that [`ReportedSource::file`] is relative to.
    pub sources: String,
    /// The folder of the reports, which [`ReportedTest::file`] is relative to.
    pub reports: String,
}

/// What somebody who called reached.
#[derive(Clone, Debug, Default, Eq, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ReportedUser {
    /// Name of the user; none for those who did not log in.
    pub name: Option<String>,
    /// Why he could not log in, or was not let in.
    pub problem: Option<String>,
    /// Calls made as this user.
    pub calls: u64,
    /// Operations that answered nothing but 401 or 403.
    pub refused: Vec<String>,
    /// Operations that were never called.
    pub never_called: Vec<String>,
}

/// What became of the archives that a search went on from.
#[derive(Clone, Debug, Default, Eq, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ResumedSummary {
    /// Their files.
    pub archives: Vec<String>,
    /// Targets that they hold tests for.
    pub targets: usize,
    /// Keys of those that their tests no longer cover.
    pub lost: Vec<String>,
    /// How many of them the budget did not suffice for.
    pub not_run: usize,
    /// How many of them only tests cover that need somebody who cannot log in today.
    pub unverified: usize,
}

impl ResumedSummary {
    /// One line for people.
    #[must_use]
    pub fn line(&self) -> String {
        const SHOWN: usize = 3;
        let (lost, not_run) = (self.lost.len(), self.not_run);
        let unverified = self.unverified;
        let again = self.targets.saturating_sub(lost + not_run + unverified);
        let mut line = format!(
            "went on from {}: {again} of {} targets are covered again",
            self.archives.join(", "),
            self.targets
        );
        if lost > 0 {
            let shown = self.lost.iter().take(SHOWN).map(String::as_str).collect::<Vec<_>>();
            let more = if lost > SHOWN { ", ..." } else { "" };
            line.push_str(&format!(
                "; {lost} are lost, their tests do not cover them any more: {}{more}",
                shown.join(", ")
            ));
        }
        if not_run > 0 {
            line.push_str(&format!(
                "; the budget did not suffice for the tests of {not_run}, which an --archive keeps"
            ));
        }
        if unverified > 0 {
            line.push_str(&format!(
                "; {unverified} were not looked at, since their tests need somebody who cannot log in today; \
                 an --archive keeps them"
            ));
        }
        line
    }
}

/// A wait of the API that was shortened, or a job of it that was kept from running.
#[derive(Clone, Debug, Default, Eq, PartialEq, Serialize)]
pub struct Suppressed {
    /// What: `setTimeout capped at 1000 ms`, `node-cron`.
    pub what: String,
    /// Where the API's code asks for it: `src/jobs.js:12`.
    pub place: String,
}

/// A written test.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ReportedTest {
    /// Its file, relative to the report.
    pub file: String,
    /// Its name.
    pub name: String,
    /// First line.
    pub start_line: usize,
    /// Last line.
    pub end_line: usize,
    /// Its calls.
    pub calls: Vec<ReportedCall>,
}

impl ReportedTest {
    /// What tells a test from all others of the suite.
    #[must_use]
    pub fn id(&self) -> String {
        format!("{}#{}", self.file, self.name)
    }
}

/// A call of a written test.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct ReportedCall {
    /// `GET:/books/{id}`.
    pub operation: String,
    /// The status of its answer, if one came.
    pub status: Option<u16>,
    /// The call as a line of curl that people can paste; without secrets.
    pub curl: String,
}

/// A fault that a test shows.
#[derive(Clone, Debug, Default, Eq, Ord, PartialEq, PartialOrd)]
pub struct ReportedFault {
    /// Code of the Web Fuzzing Commons list.
    pub code: u32,
    /// `GET:/books/{id}`.
    pub operation: String,
    /// What tells it from others of its code and operation.
    pub place: String,
    /// Index into [`RunSummary::tests`].
    pub test: usize,
    /// Index of the call that shows it, in that test.
    pub call: usize,
    /// One line for people: what is wrong.
    pub message: String,
    /// Title of the faults of its code, for people.
    pub title: String,
}

impl ReportedFault {
    /// The one name of a fault, the same in every report, in the suite and in a later run:
    /// [`fault_id`].
    #[must_use]
    pub fn id(&self) -> String {
        fault_id(self.code, &self.operation, &self.place)
    }
}

/// A source file of the API with its targets.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ReportedSource {
    /// Relative to the API's folder, with `/`.
    pub file: String,
    /// Its text; none where it cannot be read.
    pub text: Option<String>,
    /// Its targets by line, in the order of the source.
    pub targets: Vec<ReportedTarget>,
}

/// A target of a source file.
#[derive(Clone, Debug, PartialEq)]
pub struct ReportedTarget {
    /// Its stable key.
    pub key: String,
    /// What it is.
    pub kind: TargetKind,
    /// Line, from 1.
    pub line: u32,
    /// Counts targets of its kind in its line.
    pub n: u32,
    /// How near the best test came: 1 covered, 0 never reached (or covered only by what did not repeat).
    pub heuristic: f64,
    /// Covered while the API started.
    pub boot: bool,
    /// A test that covers it: index into [`RunSummary::tests`].
    pub test: Option<usize>,
    /// Calls that had been made when it was first covered.
    pub first_at: Option<u64>,
}

/// What a target is, in words that people know.
#[derive(Clone, Copy, Debug, Eq, Ord, PartialEq, PartialOrd, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum TargetKind {
    /// A line was reached.
    Line,
    /// A function was entered.
    Function,
    /// A statement was completed.
    Statement,
    /// A predicate was true.
    BranchTrue,
    /// A predicate was false.
    BranchFalse,
    /// What a call answered, whether it threw, or whether a property was there: the one outcome.
    CallTrue,
    /// The other outcome.
    CallFalse,
}

/// Targets of one kind.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct Criterion {
    /// `targets`, `lines`, `branches`, `statements`, `functions`.
    pub name: String,
    /// How many are covered, at boot time or by a test.
    pub covered: usize,
    /// How many there are.
    pub total: usize,
    /// These are those that a controller of another tool's has told of; there may be more.
    pub told_only: bool,
}

impl Criterion {
    /// The covered share, `99.1 %`; none where there is nothing to cover. Rounded down, so that
    /// `100.0 %` means all.
    #[must_use]
    pub fn share(&self) -> Option<String> {
        let tenths = (self.covered * 1000).checked_div(self.total)?;
        Some(format!("{}.{} %", tenths / 10, tenths % 10))
    }
}

/// Targets covered after so many calls.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq, Serialize)]
pub struct CurvePoint {
    /// Calls made.
    pub calls: u64,
    /// Targets covered by then.
    pub covered: usize,
}

/// A warning.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct ReportedWarning {
    /// The whole of it.
    pub message: String,
    /// What it is about: `schema`, `source`, `sut`.
    pub category: String,
}

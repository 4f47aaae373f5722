//! From what the search kept to the written suite.

mod alike;
mod causes;
mod contained;
mod drafted;
mod elsewhere;
mod expected;
mod home;
mod invented;
mod kept;
mod lost_faults;
mod plain_runs;
mod reserve;
mod told_once;
mod written_support;

use std::path::Path;

use nearmiss_problem::Test;
use nearmiss_runner::{CallLimits, Logins, Protocol, SutSpec};
use nearmiss_search::{Fault, Individual};
use nearmiss_targets::TargetId;
use nearmiss_writer::{CaseKind, DatabaseSupport, FileSchema, ShownCause, SuiteUsers, TestSuite};

use crate::auth::Secrets;

pub use self::alike::with_few_alike;
pub use self::contained::without_contained;
pub use self::drafted::{draft, reading_order};
pub use self::elsewhere::{World, before_search};
pub use self::expected::{expect, without_expectations};
pub use self::invented::with_one_invented;
pub use self::kept::{kept_tests, not_in_the_suite};
pub use self::lost_faults::lost_faults;
pub use self::reserve::Reserve;
pub use self::written_support::write_support;

/// Code of the fault "HTTP status 500" (Web Fuzzing Commons).
const HTTP_500: u32 = 100;
/// Code of the same where a row of the test is not as the API's own models ask for.
const CRASH_ON_ROW: u32 = 988;
/// Code of the same where a service that the call has called has failed.
const CRASH_ON_SERVICE: u32 = 987;

/// A test that the search kept.
#[derive(Clone, Debug)]
pub struct Kept {
    /// The test.
    pub individual: Individual,
    /// Its calls.
    pub test: Test,
    /// Faults it tells, with the index of the call.
    pub faults: Vec<(usize, Fault)>,
    /// Faults it shows, too, and another test tells.
    pub told_elsewhere: Vec<(usize, Fault)>,
    /// What it shows; decides its file, and so what runs before it.
    pub kind: CaseKind,
    /// Targets that it covers, ascending.
    pub covered: Vec<TargetId>,
    /// Why its last call is refused, where that was found out.
    pub cause: Option<ShownCause>,
}

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
    /// What runs elsewhere took away, and what could not be tried.
    pub elsewhere: Vec<String>,
}

impl Expected {
    /// Leaves out the tests that do not stay.
    fn keep(&mut self, stays: &[bool]) {
        let mut of_cases = stays.iter();
        self.suite.cases.retain(|_| of_cases.next().copied().unwrap_or(true));
        let mut of_kept = stays.iter();
        self.kept.retain(|_| of_kept.next().copied().unwrap_or(true));
    }
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

/// What the API is called, where people find it, and what all processes of it have in common.
#[derive(Clone, Copy, Debug)]
pub struct Named<'a> {
    /// Its name.
    pub name: &'a str,
    /// The port that its code asks for; 0 when any is welcome.
    pub port: u16,
    /// What it speaks.
    pub protocol: Protocol,
    /// It uses a database or the like, which all its processes share.
    pub shares_state: bool,
    /// It opens databases of SQLite on copies.
    pub copies_databases: bool,
    /// Tables that these begin with; none of those that the start command makes.
    pub file_schemas: &'a [FileSchema],
    /// Paths of those that are part of the project, and begin with all that is in them.
    pub shipped_files: &'a [String],
    /// It writes files of the project.
    pub keeps_files: bool,
    /// It has rate limiters that count in memory.
    pub limits_rates: bool,
    /// It calls services that are answered for.
    pub calls_services: bool,
    /// No test needs what others leave.
    pub in_any_order: bool,
    /// Its databases on servers, in whose place a suite gets some of its own.
    pub databases: Option<&'a DatabaseSupport>,
}

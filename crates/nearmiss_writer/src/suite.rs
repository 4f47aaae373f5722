//! What a suite is: how its API is started, and its tests.

use std::collections::BTreeSet;

use nearmiss_problem::auth::User;
use nearmiss_problem::{Class, Place, SETUP_KINDS, SetupKind, Test, shows_effect};
use serde::{Deserialize, Serialize};

use crate::{Expectation, ShownCause, ShownFault};

/// How long starting, resetting and each test may take.
const RUNNER_LIMIT_MS: u64 = 120_000;
/// What a runner allows beyond the start itself, where that takes long.
const BESIDE_START_MS: u64 = 30_000;

/// A file to be written, relative to the folder of the suite.
#[derive(Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
pub struct GeneratedFile {
    /// Path with `/`.
    pub path: String,
    /// UTF-8 text.
    pub content: String,
}

/// A suite before it is printed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TestSuite {
    /// What people call the API; stands in the header of each file.
    pub name: String,
    /// How the API is started.
    pub start: StartSpec,
    /// How the API is brought back to its first state before each test.
    pub reset: ResetSpec,
    /// The module system of the user's package.
    pub module: Module,
    /// The language of the tests.
    #[serde(default)]
    pub language: Language,
    /// The package that reads TypeScript for the runner, where it needs one.
    #[serde(default)]
    pub transformer: Option<String>,
    /// Where people find the API when they start it, for lines that they copy; see [`PLACEHOLDER_BASE`].
    #[serde(default = "placeholder_base")]
    pub base: String,
    /// How long a call may take that is expected to have no answer, in milliseconds. The same as
    /// the limit with which the expectations were found.
    pub call_timeout_ms: u64,
    /// All processes of the API share a state, that of a database: files of tests must not run at the same time.
    #[serde(default)]
    pub shares_state: bool,
    /// The API opens databases of SQLite, which it does on copies.
    #[serde(default)]
    pub copies_databases: bool,
    /// Tables that these begin with; none of those whose tables the start command makes.
    #[serde(default)]
    pub file_schemas: Vec<FileSchema>,
    /// Paths, from there, of those that are part of the project: they begin with all that is in them.
    #[serde(default)]
    pub shipped_files: Vec<String>,
    /// Hosts that the API may reach beside itself and its databases, as when the expectations were found; none:
    /// everybody.
    #[serde(default)]
    pub reaches: Option<Vec<String>>,
    /// Where the clock of the API begins (RFC 3339), if a test is right only near that time.
    #[serde(default)]
    pub clock: Option<String>,
    /// Variables of the environment that the API cannot do without, beside those that everybody has.
    #[serde(default)]
    pub needs: Vec<String>,
    /// The API writes files of the project, which are put back when it has ended.
    #[serde(default)]
    pub keeps_files: bool,
    /// The API has rate limiters that count in memory, which is forgotten between tests.
    #[serde(default)]
    pub limits_rates: bool,
    /// The API calls services, which are answered for in its process as when the expectations were found.
    #[serde(default)]
    pub calls_services: bool,
    /// No test needs what others leave, though nothing resets the API.
    #[serde(default)]
    pub in_any_order: bool,
    /// Databases of the API on servers, in whose place it gets some of the suite's own.
    #[serde(default)]
    pub databases: Option<DatabaseSupport>,
    /// The kinds of setup that its tests use, in alphabetical order.
    #[serde(default)]
    pub setup: Vec<SuiteSetup>,
    /// Who calls, where anybody logs in.
    #[serde(default)]
    pub users: Option<SuiteUsers>,
    /// The tests.
    pub cases: Vec<TestCase>,
}

/// Tables of a database in a file of SQLite.
#[derive(Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
pub struct FileSchema {
    /// Path from the folder that the API starts in.
    pub path: String,
    /// Package that opens it, or `node:sqlite`.
    pub driver: String,
    /// Statements of SQL that make the tables.
    pub text: String,
}

/// Needs of a suite so that its API stands on databases of its own.
#[derive(Clone, Debug, Default, Eq, PartialEq, Serialize, Deserialize)]
pub struct DatabaseSupport {
    /// Drivers of the API, by their names on npm, of [`DATABASE_DRIVERS`]; others are not led.
    pub drivers: Vec<String>,
    /// Text of `support/schema.sql`, which a new database is filled with before the API starts; none where the start
    /// command's migrations make everything.
    #[serde(default)]
    pub schema: Option<String>,
    /// The API keeps its rows in the server's maintenance database (`postgres`), to which connections stay else.
    #[serde(default)]
    pub leads_maintenance: bool,
}

/// Packages whose connections suites lead to databases of their own; `mysql2/promise` and `pg-pool` go with theirs.
pub const DATABASE_DRIVERS: [&str; 5] = ["mariadb", "mysql", "mysql2", "pg", "postgres"];

/// A kind of setup that tests of a suite use; its fields are those of [`nearmiss_problem::SetupKind`].
#[derive(Clone, Debug, Default, Eq, PartialEq, Serialize, Deserialize)]
pub struct SuiteSetup {
    /// Its name: `sql`.
    pub name: String,
    /// The text of its program.
    pub program: String,
    /// The process in which its functions run.
    #[serde(default)]
    pub place: Place,
    /// Further files of its program, by the dialects of databases that they are for.
    #[serde(default)]
    pub dialects: Vec<(String, String)>,
    /// The type of its functions in TypeScript; empty for functions of anything.
    #[serde(default)]
    pub types: String,
    /// Its functions answer rows of what their first argument names.
    #[serde(default)]
    pub gives_rows: bool,
    /// Flag: effects of its functions stay in the process until its function `forget` is called.
    #[serde(default)]
    pub stays: bool,
}

impl SuiteSetup {
    /// Lists the kinds that these tests use, in alphabetical order.
    pub fn all_of<'t>(tests: impl IntoIterator<Item = &'t Test>) -> Vec<Self> {
        let setup = tests.into_iter().flat_map(|test| &test.setup);
        let used: BTreeSet<&str> = setup.map(|setup| setup.kind.as_str()).collect();
        let kinds = SETUP_KINDS.iter().filter(|kind| used.contains(kind.name));
        let mut kinds: Vec<Self> = kinds.map(Self::of).collect();
        kinds.sort_by(|one, other| one.name.cmp(&other.name));
        kinds
    }

    fn of(kind: &SetupKind) -> Self {
        let dialects = kind.dialects.iter();
        let dialects = dialects.map(|(dialect, text)| ((*dialect).to_owned(), (*text).to_owned()));
        Self {
            name: kind.name.to_owned(),
            program: kind.program.to_owned(),
            place: kind.place,
            dialects: dialects.collect(),
            types: kind.types.to_owned(),
            gives_rows: kind.gives_rows,
            stays: kind.stays,
        }
    }
}

/// Users of a suite.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct SuiteUsers {
    /// The users.
    pub users: Vec<SuiteUser>,
    /// Names and values of secrets, where they are to be written down.
    #[serde(default)]
    pub values: Vec<(String, String)>,
}

/// A user of a suite.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SuiteUser {
    /// How he logs in.
    pub user: User,
    /// A reset or a test ends his login: he logs in for each test.
    pub forgotten: bool,
}

impl TestSuite {
    /// A controller starts the API, and runs one.
    #[must_use]
    pub fn is_controlled(&self) -> bool {
        matches!(self.start, StartSpec::Controller { .. })
    }

    /// How long starting, resetting and each test may take, as runners are told it: `120_000`.
    #[must_use]
    pub fn runner_limit(&self) -> String {
        let start = match self.start {
            StartSpec::Controller { start_limit_ms, .. } => start_limit_ms,
            StartSpec::Command { .. } | StartSpec::Driver { .. } => 0,
        };
        let limit = RUNNER_LIMIT_MS.max(start + BESIDE_START_MS);
        format!("{}_{:03}", limit / 1000, limit % 1000)
    }

    /// Files of tests are run one after another.
    #[must_use]
    pub fn is_in_band(&self) -> bool {
        self.shares_state || self.keeps_files || self.is_controlled()
    }
}

/// How the API is started.
#[derive(Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
pub enum StartSpec {
    /// A shell command; the process reports its address when it listens.
    Command {
        /// The command.
        command: String,
        /// Working directory, relative to the folder of the suite.
        cwd: String,
        /// Environment added to that of the tests.
        env: Vec<(String, String)>,
    },
    /// The user's driver class.
    Driver {
        /// Its file, relative to the folder of the suite.
        path: String,
        /// Working directory, relative to the folder of the suite.
        cwd: String,
        /// Environment added to that of the tests.
        env: Vec<(String, String)>,
    },
    /// A controller of EvoMaster's protocol, which has to run.
    Controller {
        /// Its address.
        url: String,
        /// How long it may take until the API runs.
        start_limit_ms: u64,
    },
}

/// How the API is brought back to its first state.
#[derive(Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
pub enum ResetSpec {
    /// It has no state worth the name.
    None,
    /// By a new process.
    Restart,
    /// By a new process where a call may have changed something since the last one began.
    AfterWrites,
    /// By a call.
    Url {
        /// Upper-case method.
        method: String,
        /// Path and query.
        target: String,
    },
    /// By the driver's `resetStateOfSUT`.
    Driver,
    /// By putting back what tests have changed in its databases; see [`TestSuite::databases`].
    Database,
}

/// Module system of the written files.
#[derive(Clone, Copy, Debug, Eq, PartialEq, Serialize, Deserialize)]
pub enum Module {
    /// `require`.
    Cjs,
    /// `import`.
    Esm,
}

/// Language of the written files.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq, Serialize, Deserialize)]
pub enum Language {
    /// JavaScript.
    #[default]
    Js,
    /// TypeScript.
    Ts,
}

impl Language {
    /// How names of files end.
    #[must_use]
    pub fn extension(self) -> &'static str {
        match self {
            Self::Js => "js",
            Self::Ts => "ts",
        }
    }
}

/// Where an API is of which nobody knows the port.
pub const PLACEHOLDER_BASE: &str = "http://localhost:PORT";

fn placeholder_base() -> String {
    PLACEHOLDER_BASE.to_owned()
}

/// What a test shows; each kind has files of its own.
#[derive(Clone, Copy, Debug, Eq, Ord, PartialEq, PartialOrd, Serialize, Deserialize)]
pub enum CaseKind {
    /// The API does what it is asked.
    Success,
    /// The API refuses what it is asked.
    ClientError,
    /// The API is at fault.
    Fault,
}

/// One test.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TestCase {
    /// Its name; empty for one made of its calls and statuses (see [`crate::test_name`]). Names are
    /// made unique in a suite.
    pub name: String,
    /// What it shows.
    pub kind: CaseKind,
    /// What it sets up, and its calls.
    #[serde(flatten)]
    pub test: Test,
    /// What is expected of each call; a call without one is made and not looked at.
    pub expectations: Vec<Expectation>,
    /// The API ends by itself during the calls or soon after; the test waits for that, since the
    /// next one needs a new process.
    #[serde(default)]
    pub ends_api: bool,
    /// Said above the test, for example which fault it shows.
    pub comments: Vec<String>,
    /// The faults it shows.
    #[serde(default)]
    pub faults: Vec<ShownFault>,
    /// Why its last call is refused, where that was found out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cause: Option<ShownCause>,
}

impl TestCase {
    /// Tells whether its last call does nothing but show what the one before it did.
    #[must_use]
    pub fn shows_effect(&self) -> bool {
        let class = |expectation: &Expectation| match expectation {
            Expectation::Answer(answer) => answer.status.map(Class::of_status),
            Expectation::Timeout | Expectation::Broken | Expectation::Unstable { .. } => None,
        };
        let answers: Vec<Option<Class>> = self.expectations.iter().map(class).collect();
        shows_effect(&self.test.calls, &answers)
    }
}

/// A test file before it is printed: what runs in one process of the API, in this order.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct SuiteFile {
    /// Path relative to the folder of the suite.
    pub path: String,
    /// Indices into [`TestSuite::cases`].
    pub cases: Vec<usize>,
}

/// Where a test stands in the written files.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct WrittenTest {
    /// Index into [`TestSuite::cases`].
    pub case: usize,
    /// Path of its file, relative to the folder of the suite.
    pub file: String,
    /// Its name as printed.
    pub name: String,
    /// First line of its code, from 1.
    pub start_line: usize,
    /// Last line of its code.
    pub end_line: usize,
}

/// A printed suite.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct WrittenSuite {
    /// Tests and support files.
    pub files: Vec<GeneratedFile>,
    /// Where each test stands, in the order of [`TestSuite::cases`].
    pub tests: Vec<WrittenTest>,
    /// Packages that the suite needs, in alphabetical order.
    pub dev_dependencies: Vec<String>,
    /// Variables of the environment without which tests fail, in alphabetical order.
    pub variables: Vec<String>,
    /// What runs the suite from the user's package.
    pub run_command: RunCommand,
}

/// A command that is given the path of the suite's folder.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct RunCommand {
    /// What stands before the folder.
    pub program: String,
    /// What follows it without a blank: a glob of files where a runner takes no folder.
    pub files: &'static str,
}

impl RunCommand {
    /// The command for the suite in this folder.
    #[must_use]
    pub fn line(&self, folder: &str) -> String {
        format!("{} {folder}{}", self.program, self.files)
    }
}

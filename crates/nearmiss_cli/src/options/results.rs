//! Options of what comes out.

use std::path::PathBuf;

use nearmiss_writer::FORMAT_NAMES;

use super::kind::{Many, Maybe, Or, Switch};
use super::option::{AnyOption, FuzzOption};
use super::places::Place;
use super::single::{Choice, Text, Word};
use crate::language::LanguageArg;
use crate::log::LogLevel;

/// All of them, in the order of the help.
pub const ALL: &[&dyn AnyOption] = &[
    &OUT,
    &REPORT,
    &REPORTS,
    &FORMAT,
    &LANGUAGE,
    &WRITE_SECRETS,
    &BASELINE,
    &UPDATE_BASELINE,
    &FAIL_ON_FAULT,
    &QUIET,
    &LOG,
    &LOG_LEVEL,
    &LOG_REQUESTS,
    &CONFIG,
    &LOG_TARGETS,
];

const HEADING: &str = "What comes out";

/// Where the tests go.
pub const OUT: FuzzOption<Option<PathBuf>> = FuzzOption::new(
    HEADING,
    "out",
    &Maybe(&Place("DIR")),
    "Where the tests go. Default nearmiss-tests in the API's directory.",
)
.doc("Where the tests go. Default: nearmiss-tests in the API's directory.");

/// Where `report.json` goes.
pub const REPORT: FuzzOption<Option<PathBuf>> = FuzzOption::new(
    HEADING,
    "report",
    &Maybe(&Place("FILE")),
    "Where report.json goes. Default beside the tests.",
)
.doc("Where report.json goes. Default: beside the tests.");

/// Other reports.
pub const REPORTS: FuzzOption<Vec<String>> = FuzzOption::new(
    HEADING,
    "reports",
    &Many(&Text("LIST")),
    "Other reports, beside report.json: html, junit, lcov, markdown, sarif, or all. Default html. In GitHub Actions, \
     markdown is also added to the summary of the job.",
)
.doc(
    "Reports beside report.json: \"html\", \"junit\", \"lcov\", \"markdown\", \"sarif\", or \"all\". Default: \
     \"html\".",
);

/// The test runner.
pub const FORMAT: FuzzOption<String> = FuzzOption::new(
    HEADING,
    "format",
    &Or("jest", &Word("RUNNER", &FORMAT_NAMES)),
    "Test runner that the tests are for; `node` is node:test.",
);

/// The language of the tests.
pub const LANGUAGE: FuzzOption<Option<LanguageArg>> = FuzzOption::new(
    HEADING,
    "language",
    &Maybe(&Choice::shown("LANGUAGE")),
    "Language of the tests. Default ts where the package has a tsconfig.json, and both typescript and what the \
     runner reads it with among its dependencies; else js.",
)
.doc("Language of the tests. Default: \"ts\" where package and runner read TypeScript already, else \"js\".");

/// Whether secrets are written.
pub const WRITE_SECRETS: FuzzOption<bool> = FuzzOption::new(
    HEADING,
    "write-secrets",
    &Switch,
    "Write passwords and other secrets beside the tests. Default: tests read them from the environment.",
)
.doc("Passwords and other secrets are written beside the tests. Default: tests read them from the environment.");

/// The file of accepted faults.
pub const BASELINE: FuzzOption<Option<PathBuf>> = FuzzOption::new(
    HEADING,
    "baseline",
    &Maybe(&Place("FILE")),
    "File of accepted faults: they are told as such, and are none for --fail-on-fault.",
)
.doc("File of accepted faults: they are told as such, and are none for `failOnFault`.");

/// Whether that file is brought up to date.
pub const UPDATE_BASELINE: FuzzOption<bool> = FuzzOption::new(
    HEADING,
    "update-baseline",
    &Switch,
    "Accept what is found from now on, and take out of --baseline what is gone.",
)
.only_typed();

/// Whether faults make the exit code 1.
pub const FAIL_ON_FAULT: FuzzOption<bool> =
    FuzzOption::new(HEADING, "fail-on-fault", &Switch, "Exit with 1 when a fault was found.");

/// Whether little is said.
pub const QUIET: FuzzOption<bool> =
    FuzzOption::new(HEADING, "quiet", &Switch, "Print only warnings and errors.")
        .short('q')
        .only_typed();

/// Where the log goes.
pub const LOG: FuzzOption<Option<PathBuf>> = FuzzOption::new(
    HEADING,
    "log",
    &Maybe(&Place("FILE")),
    "Write what happens to a file: processes that start and end, logins, warnings, calls without an answer.",
)
.only_typed();

/// How much of it.
pub const LOG_LEVEL: FuzzOption<LogLevel> =
    FuzzOption::new(HEADING, "log-level", &Or("info", &Choice::shown("LEVEL")), "How much of it.")
        .only_typed();

/// Where requests are logged.
pub const LOG_REQUESTS: FuzzOption<Option<PathBuf>> = FuzzOption::new(
    HEADING,
    "log-requests",
    &Maybe(&Place("FILE")),
    "Write every request that is sent, as JSON lines.",
)
.only_typed();

/// The configuration file.
pub const CONFIG: FuzzOption<Option<PathBuf>> = FuzzOption::new(
    HEADING,
    "config",
    &Maybe(&Place("FILE")),
    "Configuration file. Default: nearmiss.config.* or the key \"nearmiss\" of package.json, in the API's directory \
     or above it up to its package.json.",
)
.only_typed();

/// Where the keys of covered targets are written.
pub const LOG_TARGETS: FuzzOption<Option<PathBuf>> = FuzzOption::new(
    HEADING,
    "log-targets",
    &Maybe(&Place("FILE")),
    "Write the keys of the targets covered by tests and at boot time as JSON (for our own tests).",
)
.hidden();

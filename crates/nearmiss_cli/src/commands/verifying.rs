//! The runs of `fuzz` that its suite takes its expectations from.

use std::path::{Path, PathBuf};

use nearmiss_problem::Problem;
use nearmiss_report::counted;
use nearmiss_runner::SutSpec;
use nearmiss_writer::{OutputFormat, SuiteUsers};

use crate::failure::Failure;
use crate::host::Host;
use crate::options::search;
use crate::output::Output;
use crate::settings::Settings;
use crate::suite::{self, Expected, Kept, Named, Plain, Reserve, Who, World};
use crate::sut::limits;
use crate::warnings::Warnings;

/// What the runs need beside the suite.
pub(super) struct Runs<'a> {
    /// How the API is started.
    pub spec: &'a SutSpec,
    /// Where sockets and maps go.
    pub folder: &'a Path,
    /// Who runs the command.
    pub host: &'a Host,
    /// A copy of the project that was made before the search, or why there is none.
    pub before: &'a Result<PathBuf, String>,
    /// Who calls, with the values of their secrets.
    pub users: SuiteUsers,
}

/// The suite with what its runs agree on; without that where it is not run, or cannot be. What people should know is
/// said and noted.
///
/// # Errors
/// When files of the suite cannot be written.
#[expect(clippy::too_many_arguments, reason = "one caller; each is a part of its own")]
pub(super) fn verify(
    settings: &Settings,
    named: Named<'_>,
    format: &dyn OutputFormat,
    problem: &dyn Problem,
    runs: &Runs<'_>,
    who: &Who<'_>,
    (kept, reserve): (Vec<Kept>, Reserve),
    warnings: &mut Warnings,
    output: &Output,
) -> Result<Expected, Failure> {
    if !settings.is(&search::REPLAY) {
        return Ok(suite::without_expectations(settings, named, who, kept));
    }
    let support = suite::write_support(settings, named, who, format, &runs.host.package)?;
    let (by, cannot) = match support {
        None => ("on the plain API", "the plain API does not start"),
        Some(_) => (
            "through support/sut.cjs of the suite",
            "support/sut.cjs of the suite does not start or reset the API",
        ),
    };
    output.say(&format!("running the tests three times {by}"));
    let mut warn = |text: String| {
        output.warn(&format!("warning: {text}"));
        warnings.push(("sut", text));
    };
    let spec = SutSpec { support, ..runs.spec.clone() };
    let plain = Plain { spec: &spec, folder: runs.folder, limits: limits(settings) };
    let (folder, users) = (runs.folder.to_owned(), runs.users.clone());
    let package = &runs.host.package;
    let tell = |line: &str| output.say(line);
    let (before, kept_files, tell) = (runs.before, runs.spec.kept.as_ref(), &tell);
    let world = World { settings, folder, before, users, kept: kept_files, package, tell };
    let tests = (kept.clone(), reserve);
    let run = suite::expect(settings, named, format, problem, &plain, (who, &world), tests);
    let expected = run.unwrap_or_else(|error| {
        warn(format!("{cannot}, so the tests are written without expectations: {error}"));
        suite::without_expectations(settings, named, who, kept)
    });
    expected.elsewhere.iter().for_each(|text| warn(text.clone()));
    if expected.faults_gone > 0 {
        warn(format!(
            "not reported: {} of the search, not shown again on the plain API in a fresh process",
            counted(expected.faults_gone, "fault")
        ));
    }
    Ok(expected)
}

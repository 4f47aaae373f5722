//! From a run to its report.

use std::sync::PoisonError;
use std::time::Duration;

use nearmiss_runner::UserTally;
use nearmiss_writer::WrittenSuite;

use super::coverage;
use super::finished::Finished;
use super::reported_sources;
use super::summary;
use crate::auth::{self, Secrets};
use crate::commands::fuzz::prepare::Prepared;
use crate::commands::fuzz::searched::Searched;
use crate::failure::Failure;
use crate::output::Output;
use crate::suite::{Expected, Kept};

/// Writes the reports of a run that took so long in all, and prints the summary.
///
/// # Errors
/// When a report cannot be written.
pub fn report(
    run: &Prepared,
    searched: &Searched,
    (expected, written): (&Expected, &WrittenSuite),
    (tallies, secrets): (&[UserTally], &Secrets),
    total: Duration,
    output: &Output,
) -> Result<(), Failure> {
    let words = &run.words;
    let told = run.spec.controller.as_ref().and_then(|client| client.told_units());
    let kept: Vec<&Kept> = written.tests.iter().map(|test| &expected.kept[test.case]).collect();
    let sources = reported_sources::of(&run.settings.api.root, words, searched, &kept);
    let finished = Finished {
        name: &run.name,
        sources: reported_sources::without_secrets(sources, &secrets.known),
        settings: &run.settings,
        problem: &*run.problem,
        searched,
        expected,
        written,
        coverage: coverage::of(words, searched, told.as_ref()),
        baseline: &run.baseline,
        users: auth::reported_users(tallies),
        secrets: &secrets.known,
        suppressed: words.suppressed.lock().unwrap_or_else(PoisonError::into_inner).clone(),
    };
    summary::write(&finished, total, output)
}

//! A run whose suite is written, as its report needs it.

use std::collections::BTreeSet;

use nearmiss_problem::Problem;
use nearmiss_problem::auth::Concealer;
use nearmiss_report::{ReportedSource, ReportedUser};
use nearmiss_writer::WrittenSuite;

use super::baseline::Baseline;
use super::coverage::Coverage;
use crate::commands::fuzz::searched::Searched;
use crate::settings::Settings;
use crate::suite::Expected;

/// A run whose suite is written.
pub struct Finished<'a> {
    /// What was asked for.
    pub settings: &'a Settings,
    /// The API.
    pub problem: &'a dyn Problem,
    /// The search.
    pub searched: &'a Searched,
    /// The suite.
    pub expected: &'a Expected,
    /// Its files.
    pub written: &'a WrittenSuite,
    /// What tests and boot time cover.
    pub coverage: Coverage,
    /// Faults that are accepted.
    pub baseline: &'a Baseline,
    /// What people call the API.
    pub name: &'a str,
    /// The API's files with their targets.
    pub sources: Vec<ReportedSource>,
    /// Who called.
    pub users: Vec<ReportedUser>,
    /// What must not be written.
    pub secrets: &'a Concealer,
    /// Waits and scheduled jobs that did not happen as the code says: what, and where.
    pub suppressed: BTreeSet<(String, String)>,
}

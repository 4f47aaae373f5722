//! What a written suite starts and resets its API by, before its tests are written.

use std::path::Path;

use nearmiss_runner::SuiteSupport;
use nearmiss_writer::OutputFormat;

use super::drafted::draft;
use super::{Named, Who};
use crate::failure::Failure;
use crate::settings::{Entry, Settings};
use crate::written_file::write_file;

/// Writes the support files of a suite whose API a controller runs, and answers how the verifying runs go through them.
/// Of other suites there is nothing to write: what starts their API is started here, too.
///
/// # Errors
/// When they cannot be written.
pub fn write_support(
    settings: &Settings,
    named: Named<'_>,
    who: &Who<'_>,
    format: &dyn OutputFormat,
    package: &Path,
) -> Result<Option<SuiteSupport>, Failure> {
    if !matches!(settings.api.entry, Entry::Controller(_)) {
        return Ok(None);
    }
    for file in format.support(&draft(settings, named, who, &[])) {
        write_file(&settings.results.out.join(&file.path), &file.content)?;
    }
    Ok(Some(SuiteSupport {
        program: package.join("replay/suite_host.js"),
        file: settings.results.out.join("support/sut.cjs"),
        start_limit: settings.api.start_limit,
    }))
}

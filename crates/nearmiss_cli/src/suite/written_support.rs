//! What a written suite starts and resets its API by, before its tests are written.

use std::path::Path;

use nearmiss_runner::SuiteSupport;
use nearmiss_writer::{OutputFormat, SuiteSetup};

use super::drafted::draft;
use super::{Kept, Named, Who};
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
    (format, kept): (&dyn OutputFormat, &[Kept]),
    package: &Path,
) -> Result<Option<SuiteSupport>, Failure> {
    if !matches!(settings.api.entry, Entry::Controller(_)) {
        return Ok(None);
    }
    let mut suite = draft(settings, named, who, &[]);
    // What the tests need before their calls the verifying runs need, too.
    suite.setup = SuiteSetup::all_of(kept.iter().map(|kept| &kept.test));
    for file in format.support(&suite) {
        write_file(&settings.results.out.join(&file.path), &file.content)?;
    }
    Ok(Some(SuiteSupport {
        program: package.join("replay/suite_host.js"),
        file: settings.results.out.join("support/sut.cjs"),
        start_limit: settings.api.start_limit,
    }))
}

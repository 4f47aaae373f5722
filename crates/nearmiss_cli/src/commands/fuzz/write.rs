//! The suite is written.

use std::borrow::Cow;
use std::fs::Permissions;
use std::os::unix::fs::PermissionsExt;

use nearmiss_writer::WrittenSuite;

use super::hostile;
use super::prepare::Prepared;
use super::report::covered_by_key;
use super::searched::Searched;
use crate::auth::Secrets;
use crate::failure::Failure;
use crate::kept;
use crate::options::results::LOG_TARGETS;
use crate::output::Output;
use crate::settings::Settings;
use crate::suite::Expected;
use crate::written_file::write_file;

/// The file of a suite that says how users log in, and, where that is asked for, with what.
const USERS: &str = "support/users.json";

/// Puts back the files of the API and writes those of the suite.
///
/// # Errors
/// A file cannot be written.
pub fn write(
    run: &Prepared,
    searched: &mut Searched,
    expected: &Expected,
    secrets: &Secrets,
    output: &Output,
) -> Result<WrittenSuite, Failure> {
    // Before anything of ours is written.
    kept::tell(run.spec.kept.as_deref(), output);
    let written = write_suite(&run.settings, expected, secrets)?;
    if let Some(path) = run.settings.get(&LOG_TARGETS) {
        write_file(path, &secrets.known.mask(&covered_by_key(&run.words, searched)))?;
    }
    for text in hostile::left_running(run.folder.path()) {
        output.warn(&format!("warning: {text}"));
        searched.warnings.push(("sut", text));
    }
    Ok(written)
}

fn write_suite(
    settings: &Settings,
    expected: &Expected,
    secrets: &Secrets,
) -> Result<WrittenSuite, Failure> {
    let mut written = settings.results.format.write(&expected.suite);
    for file in &mut written.files {
        let path = settings.results.out.join(&file.path);
        // What starts and logs in holds no more than it is to hold: values where they are asked for.
        let is_support = file.path.contains("support/");
        if !is_support && let Cow::Owned(masked) = secrets.known.mask(&file.content) {
            file.content = masked;
        }
        write_file(&path, &file.content)?;
        if file.path.ends_with(USERS) {
            let restricted = std::fs::set_permissions(&path, Permissions::from_mode(0o600));
            restricted.map_err(|error| Failure::system("users.json", &error))?;
        }
    }
    Ok(written)
}

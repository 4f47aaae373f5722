//! `instrument`: probes ahead of time. Folders, files or globs in; a folder that runs like them out.
//!
//! All files of one run are numbered one after another in the upper half of the slots (the lower
//! half is for what is numbered while it is loaded), so probes hold final numbers and depend on no
//! statement of their module. `nearmiss-targets.json` says which number is what, and each file
//! begins by loading `nearmiss-runtime`, which brings the runtime and tells a search about the file.

mod args;
mod batch;
mod inputs;
mod journal;
mod one_file;
mod output_files;
mod project_typescript;
mod settings;
mod source_maps;
mod v8;
mod watch;

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use nearmiss_report::counted;

pub use self::args::{HELP, InstrumentArgs};
use crate::failure::Failure;
use crate::host::Host;
use crate::output::Output;
use journal::Journal;
use settings::InstrumentSettings;

/// Exit code when some files could not be instrumented or written and the others were.
const SOME_LEFT: i32 = 1;

/// Runs the command and answers the exit code.
///
/// # Errors
/// Wrong usage: nothing was written then.
pub fn run(args: &InstrumentArgs, host: &Host, output: &Arc<Output>) -> Result<i32, Failure> {
    let here = std::env::current_dir()
        .and_then(|here| here.canonicalize())
        .map_err(|error| Failure::system("no folder", &error))?;
    let settings = InstrumentSettings::load(args, &here, host)?;
    let interrupt = &host.interrupt;
    let code = once(&settings, interrupt, output)?;
    if args.watch {
        watch::watch(&settings, interrupt, output, || {
            once(&settings, interrupt, output).map(drop)
        })?;
    }
    Ok(code)
}

fn once(
    settings: &InstrumentSettings,
    interrupt: &Arc<AtomicBool>,
    output: &Arc<Output>,
) -> Result<i32, Failure> {
    let started = std::time::Instant::now();
    let journal = Journal::new(output);
    let files = inputs::collect(settings, &journal)?;
    let written = batch::instrument_all(settings, &files, &journal, interrupt)?;
    let counts = journal.counts();
    let mut line =
        format!("instrumented {} ({} targets)", counted(written.files, "file"), written.targets);
    for (count, what) in [
        (written.copied, "copied"),
        (written.passed, "instrumented already"),
        (counts.left, "left without probes or not written"),
    ] {
        if count > 0 {
            line.push_str(&format!(", {count} {what}"));
        }
    }
    if counts.warnings > 0 {
        line.push_str(&format!(", {} warnings", counts.warnings));
    }
    output.say(&format!(
        "{line}: {} in {:.1} s",
        shown(&settings.out, &settings.here),
        started.elapsed().as_secs_f64()
    ));
    let failed = counts.left > 0 || (settings.strict && counts.warnings > 0);
    Ok(if failed { SOME_LEFT } else { 0 })
}

/// A path as people typed it: relative to where they stand, if it is below.
fn shown(path: &Path, here: &Path) -> String {
    path.strip_prefix(here).map_or_else(|_| path.to_owned(), PathBuf::from).display().to_string()
}

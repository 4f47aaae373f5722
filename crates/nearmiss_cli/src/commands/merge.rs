//! `merge`: several archives of one API become one, without running anything.

use std::path::PathBuf;
use std::sync::Arc;

use clap::Args;

use crate::archive::{ArchiveLock, merge_files, same_file, write_atomically};
use crate::failure::Failure;
use crate::output::Output;

/// What stands below the options.
pub const HELP: &str = "\
Examples:
  nearmiss merge shard-1.json shard-2.json -o all.json
  nearmiss fuzz --start \"node server.js\" --resume all.json --only-resume

Of each target the shortest test is kept, of equals the one given first. The second command runs the
tests of the archive and writes them as a suite.

Exit codes: 0 done, 2 an archive that cannot be used, or archives of different APIs.";

/// Options of `merge`.
#[derive(Args, Clone, Debug)]
pub struct MergeArgs {
    /// Archives that `nearmiss fuzz --archive` has written.
    #[arg(required = true, value_name = "ARCHIVE")]
    pub archives: Vec<PathBuf>,
    /// Where the merged archive goes.
    #[arg(long, short, value_name = "FILE")]
    pub out: PathBuf,
    /// Print only warnings and errors.
    #[arg(long, short)]
    pub quiet: bool,
}

/// Runs the command and answers the exit code.
///
/// # Errors
/// An archive that cannot be used, archives of different APIs, an output that is there already.
pub fn run(args: &MergeArgs, output: &Arc<Output>) -> Result<i32, Failure> {
    let out = &args.out;
    // A search that writes it would soon put its own in the place of ours.
    let _writing = ArchiveLock::take("--out", out)?;
    if out.exists() && !args.archives.iter().any(|path| same_file(path, out)) {
        return Err(Failure::usage(format!(
            "--out {0}: there is such a file, and it is not thrown away; give {0} as an archive to be \
             merged, too, name another file, or delete it",
            out.display()
        )));
    }
    let merged = merge_files(&args.archives)?;
    let text = serde_json::to_string(&merged)
        .map_err(|error| Failure::system("the archive cannot be written", &error))?;
    write_atomically(out, &text).map_err(|error| {
        Failure::usage(format!("--out {} cannot be written: {error}", out.display()))
    })?;
    output.say(&format!(
        "{} archives with {} calls: {} targets in {} tests, {} faults",
        args.archives.len(),
        merged.calls,
        merged.covered.len(),
        merged.tests.len(),
        merged.faults.len()
    ));
    output.say(&format!(
        "write its suite with: nearmiss fuzz ... --resume {} --only-resume",
        out.display()
    ));
    Ok(0)
}

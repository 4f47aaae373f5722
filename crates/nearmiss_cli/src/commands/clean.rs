//! `clean`: what runs that were killed have left is put back and taken away.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::Args;
use nearmiss_databases::left_by_dead;
use nearmiss_runner::{files_before, files_replaced, recover};

use crate::failure::Failure;
use crate::kept::tell_dead;
use crate::output::Output;

/// What stands below the options.
pub const HELP: &str = "\
Examples:
  nearmiss clean
  nearmiss clean services/api

Files that the API of a run that was killed has changed are put back, its folder in .nearmiss/kept and the copies in
.nearmiss/before are removed; those in .nearmiss/replaced (what was in a file of which nobody saw whether the API wrote
it last) when there is no such run any more. Database servers of killed runs, of whatever API, are ended and their
folders removed. What a run that lives needs is left alone, and so is the archive of the
last search.

Exit codes: 0 done, or nothing was to be done; 1 something could not be put back; 2 wrong usage.";

/// Options of `clean`.
#[derive(Args, Clone, Debug, Default)]
pub struct CleanArgs {
    /// Folder of the API. Default: this one.
    #[arg(value_name = "DIR")]
    pub dir: Option<PathBuf>,
}

/// Runs the command and answers the exit code.
///
/// # Errors
/// Wrong usage: no such folder.
pub fn run(args: &CleanArgs, output: &Arc<Output>) -> Result<i32, Failure> {
    let here = std::env::current_dir().map_err(|error| Failure::system("no folder", &error))?;
    let folder = here.join(args.dir.as_deref().unwrap_or(Path::new(".")));
    let folder = folder.canonicalize().map_err(|error| {
        Failure::usage(format!("the folder {} cannot be used: {error}", folder.display()))
    })?;
    let runs = recover(&folder);
    for run in &runs {
        tell_dead(run, output);
    }
    let is_whole = |run: &&nearmiss_runner::DeadRun| {
        run.done.as_ref().is_some_and(|done| done.failed.is_empty())
    };
    let whole = runs.iter().filter(is_whole).count();
    let mut left = Vec::new();
    if whole == runs.len() {
        left.push(files_before(&folder));
    }
    // What has just been set aside has to be seen first.
    if runs.is_empty() {
        left.push(files_replaced(&folder));
    }
    left.retain(|copies| copies.exists());
    for copies in &left {
        std::fs::remove_dir_all(copies).map_err(|error| {
            Failure::usage(format!("{} cannot be removed: {error}", copies.display()))
        })?;
        output.say(&format!("removed {}", copies.display()));
    }
    let homes = left_by_dead(&std::env::temp_dir());
    let had_homes = !homes.is_empty();
    for home in homes {
        let folder = home.folder().to_owned();
        home.remove().map_err(|error| {
            Failure::usage(format!("{} cannot be removed: {error}", folder.display()))
        })?;
        output.say(&format!("removed {}, a database server's of a killed run", folder.display()));
    }
    if runs.is_empty() && left.is_empty() && !had_homes {
        output.say(&format!("nothing is left of runs in {}", folder.display()));
    }
    Ok(i32::from(whole < runs.len()))
}

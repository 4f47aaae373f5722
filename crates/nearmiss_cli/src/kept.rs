//! Files of the API are what they were: before it starts they are kept, and in the end it is told what became of them.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use nearmiss_report::counted;
use nearmiss_runner::{DeadRun, KeptFiles, PutBack, recover};

use crate::failure::Failure;
use crate::options::{api, results, search};
use crate::output::Output;
use crate::settings::{Entry, Settings};

/// Files that are named in a line.
const MOST_NAMED: usize = 5;
/// Where `nearmiss_runner` sets aside what it replaces without knowing whose it is.
const REPLACED: &str = ".nearmiss/replaced";

/// Keeps the files of the API that the settings name, after what runs that were killed left undone; none where they may change.
///
/// # Errors
/// When they cannot be kept.
pub fn keep(settings: &Settings, output: &Output) -> Result<Option<Arc<KeptFiles>>, Failure> {
    if settings.is(&api::FILES_MAY_CHANGE) || matches!(settings.api.entry, Entry::Controller(_)) {
        return Ok(None);
    }
    let beside = |path: &Path, end: &str| {
        let mut name = path.file_name().unwrap_or_default().to_owned();
        name.push(end);
        path.with_file_name(name)
    };
    let mut own = vec![settings.results.out.clone(), settings.results.report.clone()];
    for path in settings.get(&search::ARCHIVE).iter().chain(settings.get(&results::BASELINE)) {
        own.extend(["", ".lock", ".part"].map(|end| beside(path, end)));
    }
    own.extend(
        [&results::LOG, &results::LOG_TARGETS, &results::LOG_REQUESTS]
            .into_iter()
            .filter_map(|option| settings.get(option).clone()),
    );
    let kept = keep_files(&settings.cwd, &own, output)?;
    kept.databases().take_rows_of(&settings.api.with_rows);
    Ok(Some(kept))
}

/// Keeps the files of a folder; `own`: what nearmiss writes itself.
///
/// # Errors
/// When they cannot be kept.
pub fn keep_files(
    folder: &Path,
    own: &[PathBuf],
    output: &Output,
) -> Result<Arc<KeptFiles>, Failure> {
    for run in &recover(folder) {
        tell_dead(run, output);
    }
    let kept = KeptFiles::keep(folder, own).map_err(|error| {
        Failure::start(format!(
            "{error}\nThe API was not started. With --files-may-change it is, and what its calls change stays changed."
        ))
    })?;
    if kept.beyond() > 0 {
        output.warn(&format!(
            "warning: {} not kept, since they are too many or too large, or cannot be read: what the API does to them stays",
            counted(kept.beyond(), "file")
        ));
    }
    Ok(kept)
}

/// Puts back what is left to be put back, and tells what became of the files. No process of the API may run any more.
pub fn tell(kept: Option<&KeptFiles>, output: &Output) {
    let Some(kept) = kept else { return };
    let told = kept.finish();
    tell_done(&told.done, output);
    if !told.unseen.is_empty() {
        output.warn(&format!(
            "warning: changed while nearmiss ran, not by the API as far as that was seen, and left so: {}",
            named(&told.unseen)
        ));
    }
    if let Some(before) = told.before {
        output.warn(&format!("warning: as they were before: {}", before.display()));
    }
}

/// Tells what became of files that the API wrote.
pub fn tell_done(done: &PutBack, output: &Output) {
    if !done.restored.is_empty() {
        output.say(&format!(
            "{} that the API wrote put back: {}",
            counted(done.restored.len(), "file"),
            named(&done.restored)
        ));
    }
    if !done.replaced.is_empty() {
        output.warn(&format!(
            "warning: nobody saw whether the API or somebody else wrote these last: {}; what was in them is in {REPLACED}",
            named(&done.replaced)
        ));
    }
    if !done.edited.is_empty() {
        output.warn(&format!(
            "warning: changed by somebody else after the API wrote it, and left so: {}",
            named(&done.edited)
        ));
    }
    if !done.not_kept.is_empty() {
        output.warn(&format!(
            "warning: written by the API, and not put back, since it was not kept: {}",
            named(&done.not_kept)
        ));
    }
    for (path, why) in &done.failed {
        output.warn(&format!(
            "warning: {} could not be put back: {why}; `nearmiss clean` tries again",
            path.display()
        ));
    }
}

/// Tells what became of the files of a run that was killed.
pub fn tell_dead(run: &DeadRun, output: &Output) {
    match &run.done {
        Some(done) => {
            output.say(&format!("an earlier run was killed: {}", run.folder.display()));
            tell_done(done, output);
        }
        None => output.warn(&format!(
            "warning: an earlier run was killed, and a process of its API still runs; its files are put back when that has ended, by `nearmiss clean`: {}",
            run.folder.display()
        )),
    }
}

fn named(paths: &[PathBuf]) -> String {
    let mut names: Vec<String> =
        paths.iter().take(MOST_NAMED).map(|path| path.display().to_string()).collect();
    if paths.len() > MOST_NAMED {
        names.push(format!("and {} more", paths.len() - MOST_NAMED));
    }
    names.join(", ")
}

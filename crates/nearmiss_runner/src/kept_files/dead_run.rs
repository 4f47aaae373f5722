//! Runs that were killed, and what they left undone.

use std::path::{Path, PathBuf};

use super::journal::{self, AllWritten};
use super::put_back::{self, OnDisk, PutBack};
use super::run_folder::RunFolder;
use super::snapshot::Snapshot;
use super::walk::Rules;
use super::{SETTLED, keep_before};

/// A run that was killed, with what became of what it left.
#[derive(Debug)]
pub struct DeadRun {
    /// Its folder.
    pub folder: PathBuf,
    /// Files that were put back; none while a process of its API still runs.
    pub done: Option<PutBack>,
}

/// Puts back what runs of a project that were killed have left undone, and takes their folders away.
#[must_use]
pub fn recover(project: &Path) -> Vec<DeadRun> {
    RunFolder::dead(project).iter().map(|run| recover_one(project, run)).collect()
}

fn recover_one(project: &Path, run: &RunFolder) -> DeadRun {
    let folder = run.path().to_owned();
    if !run.wait_for_writers() {
        return DeadRun { folder, done: None };
    }
    let snapshot = match Snapshot::read(project, &folder) {
        Ok(Some(snapshot)) => snapshot,
        // It had started nothing.
        Ok(None) => {
            run.remove();
            return DeadRun { folder, done: Some(PutBack::default()) };
        }
        Err(error) => {
            let failed = vec![(folder.clone(), error.to_string())];
            return DeadRun { folder, done: Some(PutBack { failed, ..PutBack::default() }) };
        }
    };
    let mut written = AllWritten::new();
    let settled = std::fs::read_to_string(folder.join(SETTLED)).unwrap_or_default();
    let starts = settled.lines().filter_map(|line| serde_json::from_str::<AllWritten>(line).ok());
    for (path, one) in starts.flatten().chain(journal::read(&folder, "", false)) {
        journal::merge(&mut written, path, one);
    }
    let rules = Rules::of(project, &[]);
    let done = put_back::put_back(project, &rules, &snapshot, &written, OnDisk::Now);
    let _ = keep_before(project, &snapshot, &[], &done);
    if done.failed.is_empty() {
        run.remove();
    }
    DeadRun { folder, done: Some(done) }
}

//! Files of a project are what they were, whatever its API does to them while nearmiss calls it.
//!
//! Before the API starts its files are copied. Its processes note what they write before they do (`npm/nearmiss/sut/kept_files`).
//! Whenever it starts anew, and in the end, when none of them runs any more, what the one that listens has written (or a child of it)
//! is put back, where it still is what that wrote last. A run that was killed leaves its folder; the next one finds it and does the same.
//! What holds between tests stands in `between.rs`.

mod at;
mod between;
mod dead_run;
mod journal;
mod put_back;
mod run_folder;
mod snapshot;
mod suites;
mod walk;

use std::collections::BTreeSet;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use crate::files::Files;

pub use self::dead_run::{DeadRun, recover};
use self::journal::AllWritten;
use self::put_back::OnDisk;
pub use self::put_back::PutBack;
use self::run_folder::RunFolder;
use self::snapshot::Snapshot;
use self::walk::Rules;

/// What starts that have ended wrote, as long as it is not put back.
const SETTLED: &str = "settled.jsonl";

/// The files of a project could not be kept.
#[derive(Debug, thiserror::Error)]
#[error("the files of {} cannot be kept as they are: {source}", project.display())]
pub struct KeepError {
    project: PathBuf,
    source: std::io::Error,
}

/// The files of a project while a run calls its API.
#[derive(Debug)]
pub struct KeptFiles {
    project: PathBuf,
    rules: Rules,
    run: RunFolder,
    /// When the snapshot was there, in milliseconds.
    since: u64,
    starts: AtomicU32,
    databases: Files,
    state: Mutex<State>,
}

#[derive(Debug)]
struct State {
    snapshot: Snapshot,
    /// What processes that have ended wrote after they listened, or children of theirs, and is not put back.
    written: AllWritten,
    /// Starts whose processes may still write, and how many of them are called: others only wait.
    running: u32,
    called: u32,
    /// How often something was put back.
    put_backs: u64,
    /// One has listened: what its start made is kept, too.
    is_ready: bool,
    done: PutBack,
    /// Those of the restored that the system may not have written to the disk.
    not_on_disk: BTreeSet<PathBuf>,
    is_finished: bool,
}

/// What a run tells of the files in the end.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct ToldFiles {
    /// What was put back, and what was not.
    pub done: PutBack,
    /// Files that changed, and nobody saw who wrote them; they stay.
    pub unseen: Vec<PathBuf>,
    /// Where those are as they were, if any was kept.
    pub before: Option<PathBuf>,
}

impl KeptFiles {
    /// Keeps the files of a project (its real path); `own`: what nearmiss writes itself.
    ///
    /// # Errors
    /// When a copy cannot be made.
    pub fn keep(project: &Path, own: &[PathBuf]) -> Result<Arc<Self>, KeepError> {
        let failed = |source| KeepError { project: project.to_owned(), source };
        let rules = Rules::of(project, own);
        let run = RunFolder::make(project).map_err(failed)?;
        let snapshot = Snapshot::take(&rules, project, run.path()).map_err(|error| {
            run.remove();
            failed(error)
        })?;
        let state = State {
            snapshot,
            written: AllWritten::new(),
            running: 0,
            called: 0,
            put_backs: 0,
            is_ready: false,
            done: PutBack::default(),
            not_on_disk: BTreeSet::new(),
            is_finished: false,
        };
        let (project, starts) = (project.to_owned(), AtomicU32::new(0));
        let (since, databases) = (put_back::now(), Files::default());
        let state = Mutex::new(state);
        Ok(Arc::new(Self { project, rules, run, since, starts, databases, state }))
    }

    /// How many files are not kept, since there are too many or they are too large.
    #[must_use]
    pub fn beyond(&self) -> usize {
        self.locked().snapshot.beyond
    }

    /// Answers the folder of the run, which goes when it ends.
    #[must_use]
    pub fn folder(&self) -> &Path {
        self.run.path()
    }

    /// Answers where the copy is of a file (relative to the project). Nothing ever writes there.
    #[must_use]
    pub fn copy_of(&self, path: &Path) -> Option<PathBuf> {
        self.locked().snapshot.copy_of(path)
    }

    /// Begins a start of the API, which finds what it wrote put back if no process of it runs.
    #[must_use]
    pub(crate) fn start(self: &Arc<Self>) -> KeptStart {
        let mut state = self.locked();
        self.put_back_if_none_runs(&mut state);
        state.running += 1;
        let number = self.starts.fetch_add(1, Ordering::Relaxed) + 1;
        let (kept, after) = (Arc::clone(self), state.put_backs);
        KeptStart { kept, number, after, is_called: false, is_later: false }
    }

    /// Begins a run of the API that somebody else starts in the project's folder.
    #[must_use]
    pub fn watch(self: &Arc<Self>) -> WatchedFiles {
        WatchedFiles(self.start())
    }

    /// Answers the databases in files that the API has opened.
    #[must_use]
    pub fn databases(&self) -> &Files {
        &self.databases
    }

    /// Puts back what the API wrote, unless a process of it still runs.
    pub fn put_back(&self) {
        self.put_back_if_none_runs(&mut self.locked());
    }

    fn put_back_if_none_runs(&self, state: &mut State) {
        // One that left its group (a daemon) may write on.
        if state.running == 0 && !state.written.is_empty() && !self.run.has_writer() {
            state.put_back(&self.project, &self.rules, self.run.path());
        }
    }

    /// Puts back what is left to put back, looks for changes that nobody saw, and tells. No process may run any more.
    #[must_use]
    pub fn finish(&self) -> ToldFiles {
        let mut state = self.locked();
        state.put_back(&self.project, &self.rules, self.run.path());
        state.is_finished = true;
        // Those that were put back between tests.
        for file in state.not_on_disk.iter().map(|path| self.project.join(path)) {
            let _ = std::fs::File::open(file).and_then(|file| file.sync_all());
        }
        let (done, unseen) = (state.done.clone(), self.unseen(&state));
        let before = keep_before(&self.project, &state.snapshot, &unseen, &done);
        if done.failed.is_empty() {
            self.run.remove();
        }
        ToldFiles { done, unseen, before }
    }

    /// Files that are not what they were, and are not named yet; what another search of the project writes is none of
    /// them.
    fn unseen(&self, state: &State) -> Vec<PathBuf> {
        let now = self.rules.walk();
        let new = now.files.keys().filter(|path| state.snapshot.get(path).is_none());
        let changed =
            state.snapshot.files().filter(|(path, kept)| !state.snapshot.is_same(path, kept));
        let all: BTreeSet<&PathBuf> = new.chain(changed.map(|(path, _)| path)).collect();
        let named = all.into_iter().filter(|path| !state.done.names(path));
        named.filter(|path| !suites::is_of_suite(&self.project, path)).cloned().collect()
    }

    fn locked(&self) -> std::sync::MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for KeptFiles {
    fn drop(&mut self) {
        if !self.locked().is_finished {
            let told = self.finish();
            tracing::info!("files after a run that ended early: {told:?}");
        }
    }
}

impl State {
    fn put_back(&mut self, project: &Path, rules: &Rules, run: &Path) {
        if self.written.is_empty() {
            return;
        }
        let found = self.snapshot.take_edits(&[]).unwrap_or_default();
        let done = put_back::put_back(project, rules, &self.snapshot, &self.written, OnDisk::Now);
        // What could not be put back is tried once more at the end, and by the next run.
        let failed: BTreeSet<_> = done.failed.iter().map(|(path, _)| path.clone()).collect();
        self.written.retain(|path, _| failed.contains(path));
        self.done.failed.clear();
        self.add(done, found);
        if self.written.is_empty() {
            let _ = std::fs::remove_file(run.join(SETTLED));
        }
    }

    /// Adds what became of files; `found`: edits that were kept before the API wrote over them.
    fn add(&mut self, mut done: PutBack, found: Vec<PathBuf>) {
        self.put_backs += u64::from(!done.restored.is_empty());
        // What somebody has made of a file is what it is from now on: the next call of the API may write over it.
        match self.snapshot.take_edits(&done.edited) {
            Ok(more) => done.edited.extend(more),
            Err(error) => tracing::warn!("edits of files that the API writes are lost: {error}"),
        }
        done.edited.extend(found);
        self.done.add(done);
    }
}

/// One start of the API; when it is dropped its processes have ended.
#[derive(Debug)]
pub(crate) struct KeptStart {
    kept: Arc<KeptFiles>,
    number: u32,
    /// How often something had been put back when it began.
    after: u64,
    is_called: bool,
    /// One before it has listened: what it makes while it starts belongs to how the project is no more.
    is_later: bool,
}

impl KeptStart {
    /// What the processes are told.
    pub fn options(&self) -> serde_json::Value {
        let KeptFiles { project, run, since, .. } = &*self.kept;
        serde_json::json!({
            "folder": run.path(), "start": self.number, "project": project, "since": since,
        })
    }

    /// It listens: what it has made until now belongs to how the project is.
    pub fn is_ready(&mut self) {
        let mut state = self.kept.locked();
        self.is_later = std::mem::replace(&mut state.is_ready, true);
        if self.is_later {
            return;
        }
        let written = self.journal();
        let made = written
            .into_iter()
            .filter(|(path, written)| !written.serves && !self.kept.rules.leaves(path));
        let made = made.map(|(path, _)| path).collect();
        if let Err(error) = state.snapshot.keep_again(&made) {
            tracing::warn!("what the start of the API wrote is not kept: {error}");
        }
    }

    /// Answers what its processes have noted.
    fn journal(&self) -> AllWritten {
        journal::read(self.kept.run.path(), &self.prefix(), self.is_later)
    }

    fn prefix(&self) -> String {
        format!("{}-", self.number)
    }
}

/// The files of the project while somebody else starts its API, as a written suite does. When it is dropped, its processes
/// have ended.
#[derive(Debug)]
pub struct WatchedFiles(KeptStart);

impl WatchedFiles {
    /// A program to load into each process of the API (`--require`); `package`: the folder of the npm package.
    #[must_use]
    pub fn program(&self, package: &Path) -> String {
        let file = serde_json::json!(package.join("sut/kept_files/watch.js"));
        format!("require({file}).watch({});\n", self.0.options())
    }
}

impl Drop for KeptStart {
    fn drop(&mut self) {
        let folder = self.kept.run.path();
        let mut written = self.journal();
        let KeptFiles { project, rules, .. } = &*self.kept;
        written.retain(|path, written| written.serves && !rules.leaves(path));
        put_back::settle(project, &mut written);
        let mut state = self.kept.locked();
        // Known to the next run, should this one be killed before it has put everything back.
        if let Err(error) = note_settled(folder, &written) {
            tracing::warn!("what the API wrote is not noted: {error}");
        }
        for (path, one) in written {
            journal::merge(&mut state.written, path, one);
        }
        journal::remove(folder, &self.prefix());
        state.running -= 1;
        state.called -= u32::from(self.is_called);
    }
}

fn note_settled(folder: &Path, written: &AllWritten) -> std::io::Result<()> {
    if written.is_empty() {
        return Ok(());
    }
    let mut text = serde_json::to_vec(written)?;
    text.push(b'\n');
    let mut options = std::fs::OpenOptions::new();
    options.append(true).create(true).open(folder.join(SETTLED))?.write_all(&text)
}

/// Copies files as they were to where people find them.
fn keep_before(
    project: &Path,
    snapshot: &Snapshot,
    unseen: &[PathBuf],
    done: &PutBack,
) -> Option<PathBuf> {
    let before = run_folder::before(project);
    let mut any = false;
    for path in unseen.iter().chain(&done.edited) {
        let Some(kept) = snapshot.first(path) else { continue };
        let Some(copy) = kept.copy else { continue };
        any |= snapshot.restore(copy, kept, &before.join(path), OnDisk::Now).is_ok();
    }
    any.then_some(before)
}

/// Where a project's files are as they were before a run that did not put them back.
#[must_use]
pub fn files_before(project: &Path) -> PathBuf {
    run_folder::before(project)
}

/// Answers where what was in a project's files is, which were put back though nobody saw that the API wrote them last.
#[must_use]
pub fn files_replaced(project: &Path) -> PathBuf {
    run_folder::replaced(project)
}

#[cfg(test)]
mod tests;

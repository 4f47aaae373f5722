//! Files between two tests: put back together with what the API remembers, so that neither tells of the other what is not so.
//!
//! - Where each process is called by one lane only, the API starts anew on files as they were ([`KeptFiles::start`]). Where several run
//!   at the same time nothing is put back until the last has ended: files that the others have read or hold open would change.
//! - A spare process, which started while another one was called, is fresh if nothing was put back since it began and nothing is to be
//!   put back now. Else it may have read or opened files as they are no more, and it is ended, first of all.
//! - Where a driver or a call resets a process that lives, what it wrote is put back before that, so that the reset may read it. Not
//!   files that it holds open: it would go on writing where nobody finds it. They are put back when it has ended.
//! - Without a reset files stay as the calls before have left them, as what the process remembers of them does.

use std::collections::BTreeSet;
use std::path::PathBuf;

use super::put_back::{self, OnDisk};
use super::{KeptFiles, KeptStart};

impl KeptFiles {
    /// Tells whether the API has written files that are put back.
    #[must_use]
    pub fn has_written(&self) -> bool {
        let state = self.locked();
        !state.done.restored.is_empty() || !state.written.is_empty()
    }
}

impl KeptStart {
    /// Notes that it is called from now on: it is no spare.
    pub fn is_called(&mut self) {
        if !std::mem::replace(&mut self.is_called, true) {
            self.kept.locked().called += 1;
        }
    }

    /// Tells whether its processes, which nobody has called, have found all files as the next test is to find them.
    pub fn is_fresh(&self) -> bool {
        let state = self.kept.locked();
        let is_dirty = state.running == 1 && !state.written.is_empty();
        state.put_backs == self.after && !is_dirty
    }

    /// Puts back what its processes have written so far, where no others are called; `pids`: those that may hold files open.
    pub fn put_back_before_reset(&self, pids: &[u32]) {
        let mut state = self.kept.locked();
        if state.called != u32::from(self.is_called) {
            return;
        }
        let KeptFiles { project, rules, .. } = &*self.kept;
        let mut written = self.journal();
        written.retain(|path, written| written.serves && !rules.leaves(path));
        if written.is_empty() {
            return;
        }
        let open = open_files(pids);
        written.retain(|path, _| !open.contains(&project.join(path)));
        put_back::settle(project, &mut written);
        let found = state.snapshot.take_edits(&[]).unwrap_or_default();
        // A reset waits for no disk.
        let on_disk = OnDisk::Later;
        let mut done = put_back::put_back(project, rules, &state.snapshot, &written, on_disk);
        state.not_on_disk.extend(done.restored.iter().cloned());
        // Tried again when it has ended.
        done.failed.clear();
        state.add(done, found);
    }
}

/// Files that processes hold open.
fn open_files(pids: &[u32]) -> BTreeSet<PathBuf> {
    let folders = pids.iter().map(|pid| std::fs::read_dir(format!("/proc/{pid}/fd")));
    let files = folders.flatten().flatten().flatten();
    files.filter_map(|file| std::fs::read_link(file.path()).ok()).collect()
}

//! Files that the API has written become what they were.

use std::path::{Path, PathBuf};

use super::at::At;
use super::journal::{AllWritten, Written};
use super::run_folder::replaced;
use super::snapshot::Snapshot;
use super::walk::Rules;

/// After the last note of a process that was killed, what it wrote may be so much younger, in milliseconds.
const GRACE: u64 = 5_000;

/// What became of files; paths relative to the project.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct PutBack {
    /// Those that are what they were.
    pub restored: Vec<PathBuf>,
    /// Those that somebody else wrote after the API did: they stay.
    pub edited: Vec<PathBuf>,
    /// Those of which nothing was kept.
    pub not_kept: Vec<PathBuf>,
    /// Of the restored, those that were not seen to be what the API wrote last: what was there is kept, too.
    pub replaced: Vec<PathBuf>,
    /// Those that could not be written, and why.
    pub failed: Vec<(PathBuf, String)>,
}

impl PutBack {
    /// Adds what became of others, or of the same another time.
    pub fn add(&mut self, other: Self) {
        let PutBack { restored, edited, not_kept, replaced, failed } = other;
        for (mine, theirs) in [
            (&mut self.restored, restored),
            (&mut self.edited, edited),
            (&mut self.not_kept, not_kept),
            (&mut self.replaced, replaced),
        ] {
            mine.extend(theirs);
            mine.sort();
            mine.dedup();
        }
        self.failed.extend(failed);
    }

    /// Whether a file is named that is not what it was.
    pub(super) fn names(&self, path: &Path) -> bool {
        let failed = self.failed.iter().map(|(path, _)| path);
        self.edited.iter().chain(&self.not_kept).chain(failed).any(|other| other == path)
    }
}

/// What became of one file.
enum Became {
    Same,
    Restored,
    /// Restored, and what was there is kept.
    Replaced,
    Edited,
    NotKept,
}

/// Whether a file is on the disk when it is put back, or some time later.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum OnDisk {
    Now,
    Later,
}

/// Puts back what the process that listens has written, or a child of it.
pub(super) fn put_back(
    project: &Path,
    rules: &Rules,
    snapshot: &Snapshot,
    written: &AllWritten,
    on_disk: OnDisk,
) -> PutBack {
    let mut done = PutBack::default();
    let served = || written.iter().filter(|(_, written)| written.serves);
    for (path, written) in served() {
        if !is_below(project, path) {
            continue;
        }
        if snapshot.has_folder(path) {
            // One that is there, or somebody else's file in its place, is left.
            if let Err(error) = std::fs::create_dir_all(project.join(path)) {
                done.failed.push((path.clone(), error.to_string()));
            }
            continue;
        }
        if written.at == At::Folder {
            continue;
        }
        match one(project, rules, snapshot, (path, written), on_disk) {
            Ok(Became::Same) => {}
            Ok(Became::Restored) => done.restored.push(path.clone()),
            Ok(Became::Replaced) => {
                done.restored.push(path.clone());
                done.replaced.push(path.clone());
            }
            Ok(Became::Edited) => done.edited.push(path.clone()),
            Ok(Became::NotKept) => done.not_kept.push(path.clone()),
            Err(error) => done.failed.push((path.clone(), error.to_string())),
        }
    }
    // Folders that it made, the inner ones first; one with something in it stays.
    for (path, written) in served().rev() {
        if !written.was_there && !snapshot.has_folder(path) && is_below(project, path) {
            let _ = std::fs::remove_dir(project.join(path));
        }
    }
    done
}

fn one(
    project: &Path,
    rules: &Rules,
    snapshot: &Snapshot,
    (path, written): (&Path, &Written),
    on_disk: OnDisk,
) -> std::io::Result<Became> {
    let there = project.join(path);
    let now = At::of(&there);
    let Some(kept) = snapshot.get(path) else {
        return Ok(match now {
            At::Nothing | At::Folder => Became::Same,
            _ if rules.leaves(path) => Became::Same,
            // Sockets and links are none that we know anything of.
            At::Other => Became::Same,
            At::File { .. } if written.was_there => Became::NotKept,
            At::File { .. } if !is_its(now, written) => Became::Edited,
            At::File { .. } => {
                let became = set_aside(project, path, now, written)?;
                std::fs::remove_file(&there)?;
                became
            }
        });
    };
    if snapshot.is_same(path, kept) {
        return Ok(Became::Same);
    }
    if !is_its(now, written) {
        return Ok(Became::Edited);
    }
    let Some(copy) = kept.copy else { return Ok(Became::NotKept) };
    let became = set_aside(project, path, now, written)?;
    snapshot.restore(copy, kept, &there, on_disk)?;
    Ok(became)
}

/// Copies what is at a path to where people find it, where nobody has seen that the API wrote it: it may be an edit that
/// somebody made in the same moment.
fn set_aside(project: &Path, path: &Path, now: At, written: &Written) -> std::io::Result<Became> {
    if now == written.at || !matches!(now, At::File { .. }) {
        return Ok(Became::Restored);
    }
    let aside = replaced(project).join(path);
    if let Some(folder) = aside.parent() {
        std::fs::create_dir_all(folder)?;
    }
    std::fs::copy(project.join(path), aside)?;
    Ok(Became::Replaced)
}

/// Whether what is at a path is what the API wrote last.
fn is_its(now: At, written: &Written) -> bool {
    if now == written.at {
        return true;
    }
    match (written.open_since, now) {
        (None, _) | (Some(_), At::Folder | At::Other) => false,
        (Some(_), At::Nothing) => true,
        (Some(since), At::File { time, .. }) => {
            u64::try_from(time / 1_000_000).unwrap_or(0) <= since.saturating_add(GRACE)
        }
    }
}

/// Whether a path is where it says: below the project, and not behind a link.
fn is_below(project: &Path, path: &Path) -> bool {
    let mut folder = path.parent().unwrap_or(Path::new(""));
    loop {
        match project.join(folder).canonicalize() {
            Ok(real) => return real == project.join(folder),
            Err(_) => match folder.parent() {
                Some(above) => folder = above,
                None => return false,
            },
        }
    }
}

/// Notes what is there of files whose writers have just ended.
pub(super) fn settle(project: &Path, written: &mut AllWritten) {
    for (path, written) in written.iter_mut() {
        if written.open_since.take().is_some() {
            written.at = At::of(&project.join(path));
            // Later than what another process has noted of the file before.
            written.noted = now();
        }
    }
}

/// Milliseconds since 1970.
pub(super) fn now() -> u64 {
    let since = std::time::UNIX_EPOCH.elapsed().unwrap_or_default();
    u64::try_from(since.as_millis()).unwrap_or(u64::MAX)
}

//! One process at a time writes an archive.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{Read, Write};
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

use super::document::part_of;
use crate::failure::Failure;

/// How often a lock is tried for whose file is taken away meanwhile.
const MOST_TRIES: u32 = 100;

/// The right to write an archive, held as long as this lives. The system takes it from a process that
/// ends in any way, so none is ever left over. The lock is on a file beside the archive, as the archive
/// itself is replaced by each save. Whoever only reads needs none: he finds the old archive or the
/// new one, whole.
#[derive(Debug)]
pub struct ArchiveLock {
    /// Locked; closing it unlocks.
    _file: File,
    path: PathBuf,
}

impl ArchiveLock {
    /// Takes the right to write the archive of a search, and makes sure that it can be written: found out
    /// now rather than at the first save, and before what it holds is read.
    ///
    /// # Errors
    /// As [`ArchiveLock::take`]; or when its folder cannot be made.
    pub fn claim(archive: &Path) -> Result<Self, Failure> {
        let failed = |error: std::io::Error| {
            Failure::usage(format!("--archive {} cannot be written: {error}", archive.display()))
        };
        std::fs::create_dir_all(archive.parent().unwrap_or(Path::new("."))).map_err(failed)?;
        let lock = Self::take("--archive", archive)?;
        let part = part_of(archive);
        std::fs::write(&part, "").and_then(|()| std::fs::remove_file(&part)).map_err(failed)?;
        Ok(lock)
    }

    /// Takes the right to write the archive that `option` names.
    ///
    /// # Errors
    /// When another process has it, or the file beside the archive cannot be written.
    pub fn take(option: &str, archive: &Path) -> Result<Self, Failure> {
        let path = path_of(archive);
        let shown = archive.display();
        let system = |error: std::io::Error| {
            Failure::usage(format!(
                "{option} {shown} cannot be written: {}: {error}",
                path.display()
            ))
        };
        for _ in 0..MOST_TRIES {
            let mut options = OpenOptions::new();
            let mut file = options
                .read(true)
                .write(true)
                .create(true)
                .truncate(false)
                .open(&path)
                .map_err(system)?;
            match file.try_lock() {
                Ok(()) => {}
                // Some shared file systems have no locks: no reason to have no archives there.
                Err(TryLockError::Error(error))
                    if error.kind() == std::io::ErrorKind::Unsupported => {}
                Err(TryLockError::Error(error)) => return Err(system(error)),
                Err(TryLockError::WouldBlock) => {
                    let mut holder = String::new();
                    let _ = file.read_to_string(&mut holder);
                    let holder = holder.trim();
                    let who = if holder.is_empty() {
                        "another nearmiss".to_owned()
                    } else {
                        format!("another nearmiss (process {holder})")
                    };
                    return Err(Failure::usage(format!(
                        "{option} {shown}: {who} is writing it; wait until that has ended, or name \
                         another file and put both together with `nearmiss merge`"
                    )));
                }
            }
            // Whoever had it before has taken the file away between our opening and locking it.
            let is_there = match (file.metadata(), path.metadata()) {
                (Ok(ours), Ok(there)) => (ours.dev(), ours.ino()) == (there.dev(), there.ino()),
                _ => false,
            };
            if is_there {
                let written =
                    file.set_len(0).and_then(|()| writeln!(file, "{}", std::process::id()));
                written.map_err(system)?;
                return Ok(Self { _file: file, path });
            }
        }
        Err(system(std::io::Error::other("other processes take it away again and again")))
    }
}

impl Drop for ArchiveLock {
    fn drop(&mut self) {
        // While it is still locked: nobody else has it.
        let _ = std::fs::remove_file(&self.path);
    }
}

/// The file that is locked for an archive.
fn path_of(archive: &Path) -> PathBuf {
    let mut name = archive.file_name().unwrap_or_default().to_owned();
    name.push(".lock");
    archive.with_file_name(name)
}

#[cfg(test)]
mod tests {
    use super::super::document::{ArchiveDocument, read_archive, write_atomically};
    use super::*;

    #[test]
    fn one_writes_and_others_read() {
        let folder = tempfile::tempdir().unwrap();
        let archive = folder.path().join("a.json");
        let held = ArchiveLock::take("--archive", &archive).unwrap();
        let refused = ArchiveLock::take("--out", &archive).unwrap_err();
        assert_eq!(refused.code, 2);
        let message = refused.to_string();
        let process = format!("process {}", std::process::id());
        for part in ["--out", "a.json", &process, "wait", "nearmiss merge"] {
            assert!(message.contains(part), "{message}");
        }
        // One beside it is another one.
        drop(ArchiveLock::take("--archive", &folder.path().join("b.json")).unwrap());
        // Read while it is written again and again.
        let text = serde_json::to_string(&ArchiveDocument::empty()).unwrap();
        write_atomically(&archive, &text).unwrap();
        std::thread::scope(|scope| {
            let writer =
                scope.spawn(|| (0..50).for_each(|_| write_atomically(&archive, &text).unwrap()));
            while !writer.is_finished() {
                read_archive(&archive).unwrap();
            }
        });
        drop(held);
        assert!(!path_of(&archive).exists(), "nothing is left beside the archive");
        ArchiveLock::take("--archive", &archive).unwrap();
    }

    #[test]
    fn what_a_killed_process_leaves_behind_locks_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let archive = folder.path().join("a.json");
        std::fs::write(path_of(&archive), "4711\n").unwrap();
        ArchiveLock::take("--archive", &archive).unwrap();
    }

    #[test]
    fn at_most_one_has_it_however_many_come_and_go() {
        use std::sync::atomic::{AtomicU32, Ordering};
        let folder = tempfile::tempdir().unwrap();
        let archive = folder.path().join("a.json");
        let (inside, taken) = (AtomicU32::new(0), AtomicU32::new(0));
        std::thread::scope(|scope| {
            for _ in 0..4 {
                scope.spawn(|| {
                    for _ in 0..500 {
                        if let Ok(_lock) = ArchiveLock::take("--archive", &archive) {
                            assert_eq!(inside.fetch_add(1, Ordering::SeqCst), 0);
                            taken.fetch_add(1, Ordering::SeqCst);
                            inside.fetch_sub(1, Ordering::SeqCst);
                        }
                    }
                });
            }
        });
        assert!(taken.load(Ordering::SeqCst) > 0);
    }
}

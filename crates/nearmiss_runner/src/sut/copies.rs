//! The folder in which one start of a SUT has databases in place of files of SQLite.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};

use serde_json::json;

use super::keeper::Keeper;
use crate::files::{Opened, locked};
use crate::kept_files::KeptFiles;

/// File beside a copy that says what it is one of.
const ABOUT: &str = "opened.json";
/// Folder of databases that take the place of empty ones, for all starts of a run.
const GROUNDS: &str = "sqlite-grounds";

/// The folder of copies of one start, made by the first process that needs it and removed with what is in it when this
/// is dropped: after the processes have ended.
#[derive(Debug)]
pub struct Copies {
    folder: PathBuf,
    kept: Option<Arc<KeptFiles>>,
    /// The program that keeps them.
    program: Option<PathBuf>,
    keeper: Mutex<Option<Keeper>>,
    /// Tests have begun: what is opened then for the first time has no row to be kept.
    was_reset: AtomicBool,
}

impl Copies {
    /// The folder beside the socket of a start; `kept` is told what is opened, and `program` keeps it.
    pub fn beside(socket: &Path, kept: Option<Arc<KeptFiles>>, program: Option<PathBuf>) -> Self {
        let mut name = socket.file_name().unwrap_or_default().to_owned();
        name.push("-copies");
        let folder = socket.with_file_name(name);
        Self { folder, kept, program, keeper: Mutex::default(), was_reset: AtomicBool::default() }
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.folder
    }

    /// Tells whether any of those of this run begins without the rows of its original.
    pub fn lack_rows(&self) -> bool {
        self.kept.as_ref().is_some_and(|kept| kept.databases().lack_rows())
    }

    /// Answers the folder of databases that take the place of empty ones.
    pub fn grounds(&self) -> PathBuf {
        self.folder.with_file_name(GROUNDS)
    }

    /// Answers what was opened by now, in no order.
    fn opened(&self) -> Vec<Opened> {
        let folders = std::fs::read_dir(&self.folder).into_iter().flatten().flatten();
        let read = folders.filter_map(|folder| {
            let text = std::fs::read_to_string(folder.path().join(ABOUT)).ok()?;
            let opened: Opened = serde_json::from_str(&text).ok()?;
            Some(Opened { name: folder.file_name().to_string_lossy().into_owned(), ..opened })
        });
        read.collect()
    }

    /// Decides of databases that began empty whether the start command has made their tables; answers true if the SUT
    /// must be started again, with others that have those of the originals.
    pub fn begins_again(&self) -> bool {
        let Some(kept) = self.kept.as_ref().filter(|_| self.folder.exists()) else { return false };
        let opened = self.opened();
        let files = kept.databases();
        files.note(&opened);
        if !files.has_undecided() {
            return false;
        }
        let order = json!({
            "order": "settle", "settled": files.settled(), "grounds": self.grounds(),
        });
        let answer = match self.ask(&opened, &order) {
            Ok(answer) => answer,
            Err(why) => {
                tracing::warn!("databases in files stay as they are: {why}");
                return false;
            }
        };
        let names = |key: &str| -> Vec<String> {
            serde_json::from_value(answer[key].clone()).unwrap_or_default()
        };
        let lacks = names("lacks");
        tracing::info!(?lacks, errors = ?names("errors"), "databases in files that began empty");
        files.settle(&names("settled"), &lacks, &self.grounds());
        !lacks.is_empty()
    }

    /// Brings databases back to what the start of the SUT left in them; the first time for a process that is noted.
    ///
    /// # Errors
    /// With a text for people when that cannot be: the next process has others.
    pub fn put_back(&self) -> Result<(), String> {
        let is_later = self.was_reset.swap(true, Ordering::Relaxed);
        if !self.folder.exists() {
            return Ok(());
        }
        let order = json!({ "order": "reset", "isLater": is_later });
        let answer = self.ask(&self.opened(), &order)?;
        if answer["altered"] == true {
            return Err("a table of a database was altered or dropped".to_owned());
        }
        Ok(())
    }

    fn ask(
        &self,
        opened: &[Opened],
        order: &serde_json::Value,
    ) -> Result<serde_json::Value, String> {
        let mut keeper = locked(&self.keeper);
        if keeper.is_none() {
            let first = opened.first().ok_or("none was opened")?;
            let program = self.program.as_ref().ok_or("what keeps them is not known")?;
            let started = Keeper::start(&first.node, program, &self.folder);
            *keeper = Some(started.map_err(|error| error.to_string())?);
        }
        let Some(running) = keeper.as_mut() else { return Err("it has ended".to_owned()) };
        let answer = running.ask(order);
        if answer.is_err() {
            // What it knows of them may be wrong.
            *keeper = None;
        }
        answer
    }
}

impl Drop for Copies {
    fn drop(&mut self) {
        if self.folder.exists() {
            if let Some(kept) = &self.kept {
                kept.databases().note(&self.opened());
            }
            *locked(&self.keeper) = None;
            let _ = std::fs::remove_dir_all(&self.folder);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn copies_go_when_the_start_has_ended() {
        let folder = tempfile::tempdir().unwrap();
        let copies = Copies::beside(&folder.path().join("control-1"), None, None);
        std::fs::create_dir_all(copies.path().join("a")).unwrap();
        std::fs::write(copies.path().join("a/members.db"), "").unwrap();
        drop(copies);
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
        // Where nothing was copied there is nothing to remove.
        drop(Copies::beside(&folder.path().join("control-2"), None, None));
    }
}

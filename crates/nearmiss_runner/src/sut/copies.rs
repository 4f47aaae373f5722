//! The folder in which one start of a SUT has copies of its databases.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::kept_files::KeptFiles;

/// The folder of copies of one start, made by the first process that needs it and removed with what is in it when this is dropped:
/// after the processes have ended.
#[derive(Debug)]
pub struct Copies {
    folder: PathBuf,
    kept: Option<Arc<KeptFiles>>,
}

impl Copies {
    /// The folder beside the socket of a start; `kept` is told if there were any.
    pub fn beside(socket: &Path, kept: Option<Arc<KeptFiles>>) -> Self {
        let mut name = socket.file_name().unwrap_or_default().to_owned();
        name.push("-copies");
        Self { folder: socket.with_file_name(name), kept }
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.folder
    }
}

impl Drop for Copies {
    fn drop(&mut self) {
        if self.folder.exists() {
            let _ = std::fs::remove_dir_all(&self.folder);
            if let Some(kept) = &self.kept {
                kept.note_database();
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn copies_go_when_the_start_has_ended() {
        let folder = tempfile::tempdir().unwrap();
        let copies = Copies::beside(&folder.path().join("control-1"), None);
        std::fs::create_dir_all(copies.path().join("a")).unwrap();
        std::fs::write(copies.path().join("a/members.db"), "").unwrap();
        drop(copies);
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
        // Where nothing was copied there is nothing to remove.
        drop(Copies::beside(&folder.path().join("control-2"), None));
    }
}

//! What is at a path.

use std::fs::Metadata;
use std::os::unix::fs::MetadataExt;
use std::path::Path;

use serde::{Deserialize, Serialize};

/// What is at a path, told apart without reading it.
#[derive(Clone, Copy, Debug, Deserialize, Eq, PartialEq, Serialize)]
pub(super) enum At {
    /// No file of any sort.
    Nothing,
    /// A folder.
    Folder,
    /// A regular file.
    File {
        /// Its bytes.
        size: u64,
        /// When it was written to last, in nanoseconds.
        time: i64,
        /// Its number on the disk.
        number: u64,
    },
    /// A link, a socket, a pipe, or what cannot be looked at.
    Other,
}

impl At {
    /// What is there now; links are not followed.
    pub fn of(path: &Path) -> Self {
        match path.symlink_metadata() {
            Ok(found) => Self::told(&found),
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => Self::Nothing,
            Err(_) => Self::Other,
        }
    }

    /// The same of metadata.
    pub fn told(found: &Metadata) -> Self {
        if found.is_dir() {
            return Self::Folder;
        }
        if !found.is_file() {
            return Self::Other;
        }
        let time = found.mtime().saturating_mul(1_000_000_000).saturating_add(found.mtime_nsec());
        Self::File { size: found.size(), time, number: found.ino() }
    }

    /// Whether a file has the same bytes as far as size and time tell.
    pub fn is_like(self, other: Self) -> bool {
        match (self, other) {
            (Self::File { size, time, .. }, Self::File { size: its, time: then, .. }) => {
                (size, time) == (its, then)
            }
            (one, other) => one == other,
        }
    }
}

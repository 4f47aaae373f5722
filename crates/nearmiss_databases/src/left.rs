//! Remains of runs that were killed: their homes, and servers that still run in them.

use std::io;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use crate::folder::{Owner, PREFIX};
use crate::process;

/// Time that a server may take to end that is asked to.
const PATIENCE: Duration = Duration::from_secs(5);

/// A home that a run has left which was killed.
#[derive(Debug, Eq, PartialEq)]
pub struct Left {
    folder: PathBuf,
    servers: Vec<u32>,
}

/// Finds the homes in a folder for temporary files whose makers have ended without taking them away. A home whose maker
/// lives, or of which nobody here knows (another host's, another user's), is none of them.
#[must_use]
pub fn left_by_dead(temporary: &Path) -> Vec<Left> {
    let entries = std::fs::read_dir(temporary).into_iter().flatten().flatten();
    let homes = entries.filter(|entry| entry.file_name().to_string_lossy().starts_with(PREFIX));
    // A link is none: the type of an entry is its own.
    let folders = homes.filter(|entry| entry.file_type().is_ok_and(|kind| kind.is_dir()));
    let mut left: Vec<Left> = folders.filter_map(|entry| left_at(entry.path())).collect();
    left.sort_by(|one, other| one.folder.cmp(&other.folder));
    left
}

fn left_at(folder: PathBuf) -> Option<Left> {
    let owner = Owner::read(&folder).filter(Owner::is_dead)?;
    // Anybody may write into the system's temporary folder; what another user says there ends no process.
    let ours = std::fs::metadata("/proc/self").ok()?.uid();
    if std::fs::metadata(folder.join("home.json")).ok()?.uid() != ours {
        return None;
    }
    let mut servers = process::working_in(&folder);
    let noted = owner.server.filter(|server| server.lives() && !servers.contains(&server.pid));
    servers.extend(noted.map(|server| server.pid));
    Some(Left { folder, servers })
}

impl Left {
    /// Answers its folder.
    #[must_use]
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Answers the numbers of the processes that still ran in it when it was found.
    #[must_use]
    pub fn servers(&self) -> &[u32] {
        &self.servers
    }

    /// Ends what runs in it and takes it away.
    ///
    /// # Errors
    /// When something in it cannot be removed.
    pub fn remove(self) -> io::Result<()> {
        end(&self.servers, &self.folder);
        match std::fs::remove_dir_all(&self.folder) {
            // Another start has done the same.
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
            other => other,
        }
    }
}

/// Ends servers, and then whatever works in the folder.
fn end(servers: &[u32], folder: &Path) {
    // What PostgreSQL shares with its children, it gives back when it is asked to end, not when it is made to.
    servers.iter().for_each(|pid| process::signal(*pid, libc::SIGQUIT));
    let asked = Instant::now();
    loop {
        let still = process::working_in(folder);
        if still.is_empty() || asked.elapsed() > 2 * PATIENCE {
            return;
        }
        if asked.elapsed() > PATIENCE {
            still.iter().for_each(|pid| process::signal(*pid, libc::SIGKILL));
        }
        std::thread::sleep(Duration::from_millis(20));
    }
}

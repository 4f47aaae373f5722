//! The folder of a home: named with host, pid and time, and holding a file that says whose it is.

use std::fs::DirBuilder;
use std::io;
use std::os::unix::fs::DirBuilderExt;
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use serde::{Deserialize, Serialize};

use crate::process;

/// Beginning of the names of homes' folders.
pub(crate) const PREFIX: &str = "nearmiss-db-";
/// The file that says whose a folder is. Not the name that other temporary folders of nearmiss have it under: those are
/// taken away without a look at who still works in them.
const OWNER: &str = "home.json";
/// Letters of the host in the name: paths of sockets may have some 100 in all.
const MOST_OF_HOST: usize = 8;
/// Homes that one process makes in one second, at most.
const MOST_AT_ONCE: u32 = 1000;

/// A process, told from others that get its number later.
#[derive(Clone, Copy, Debug, Deserialize, Eq, PartialEq, Serialize)]
pub(crate) struct ProcessMark {
    /// Its number.
    pub pid: u32,
    /// When it began, in ticks since the machine did.
    pub began: u64,
}

impl ProcessMark {
    /// Answers the mark of a process that runs.
    pub fn of(pid: u32) -> Option<Self> {
        Some(Self { pid, began: process::began(pid)? })
    }

    /// Tells whether it still runs.
    pub fn lives(self) -> bool {
        process::began(self.pid) == Some(self.began)
    }
}

/// Whose a home is.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub(crate) struct Owner {
    /// The host and its namespace of processes.
    pub place: String,
    /// The process that made it.
    pub maker: ProcessMark,
    /// The server in it, once it was started.
    pub server: Option<ProcessMark>,
}

impl Owner {
    /// Reads whose a folder is; none where nobody knows.
    pub fn read(folder: &Path) -> Option<Self> {
        serde_json::from_slice(&std::fs::read(folder.join(OWNER)).ok()?).ok()
    }

    /// Tells whether its maker is known to have ended: one of another host never is.
    pub fn is_dead(&self) -> bool {
        process::place().as_deref() == Some(&self.place) && !self.maker.lives()
    }
}

/// The folder of a home; it goes with this value.
#[derive(Debug)]
pub(crate) struct HomeFolder {
    path: PathBuf,
    owner: Option<Owner>,
}

impl HomeFolder {
    /// Makes one in `top`, which only its owner enters.
    pub fn make(top: &Path) -> io::Result<Self> {
        let pid = std::process::id();
        let host: String = process::host().unwrap_or_default();
        let host: String =
            host.chars().filter(char::is_ascii_alphanumeric).take(MOST_OF_HOST).collect();
        let time = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_secs());
        let path = (0..MOST_AT_ONCE).find_map(|count| {
            let name = match count {
                0 => format!("{PREFIX}{host}-{pid}-{time}"),
                count => format!("{PREFIX}{host}-{pid}-{time}-{count}"),
            };
            let path = top.join(name);
            match DirBuilder::new().mode(0o700).create(&path) {
                Ok(()) => Some(Ok(path)),
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => None,
                Err(error) => Some(Err(error)),
            }
        });
        let path = path.unwrap_or_else(|| Err(io::Error::other("all names are taken")))?;
        // Nobody but this process can be told from others where the system does not tell when one began.
        let owner = process::place().zip(ProcessMark::of(pid));
        let owner = owner.map(|(place, maker)| Owner { place, maker, server: None });
        let this = Self { path, owner };
        this.write_owner()?;
        Ok(this)
    }

    /// Answers its path.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Notes the server that works in it.
    pub fn note_server(&mut self, pid: u32) -> io::Result<()> {
        if let Some(owner) = &mut self.owner {
            owner.server = ProcessMark::of(pid);
        }
        self.write_owner()
    }

    fn write_owner(&self) -> io::Result<()> {
        let Some(owner) = &self.owner else { return Ok(()) };
        let text = serde_json::to_vec(owner).map_err(io::Error::other)?;
        let new = self.path.join("home.json.new");
        std::fs::write(&new, text)?;
        std::fs::rename(new, self.path.join(OWNER))
    }
}

impl Drop for HomeFolder {
    fn drop(&mut self) {
        if let Err(error) = std::fs::remove_dir_all(&self.path) {
            tracing::warn!("{} is left: {error}", self.path.display());
        }
    }
}

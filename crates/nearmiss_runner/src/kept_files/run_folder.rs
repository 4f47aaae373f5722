//! Where a run keeps the files of a project, and whose it is.

use std::fs::DirBuilder;
use std::os::unix::fs::DirBuilderExt;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};

/// In the folder of the API; it keeps itself out of version control.
const OURS: &str = ".nearmiss";
const IGNORE: &str =
    "# Written by nearmiss; `nearmiss clean` removes what runs that were killed left here.\n*\n";
const KEPT: &str = "kept";
const OWNER: &str = "owner.json";
/// How long processes of the API may outlive a core that was killed.
const OUTLIVES: Duration = Duration::from_secs(10);

/// The process that a folder belongs to.
#[derive(Debug, Deserialize, Eq, PartialEq, Serialize)]
struct Owner {
    host: String,
    pid: u32,
    /// When it began, in ticks since the machine started: another process may get its number.
    began: u64,
    project: PathBuf,
}

/// The folder of one run.
#[derive(Debug)]
pub(super) struct RunFolder {
    path: PathBuf,
}

impl RunFolder {
    /// Makes the folder of this run: in that of the project, or in the system's temporary folder where that cannot be written.
    ///
    /// # Errors
    /// When there is no place for it.
    pub fn make(project: &Path) -> std::io::Result<Self> {
        let mut last = None;
        for folder in places(project) {
            match Self::make_in(&folder, project) {
                Ok(made) => return Ok(made),
                Err(error) => last = Some(error),
            }
        }
        Err(last.unwrap_or_else(|| std::io::Error::other("there is no folder for it")))
    }

    fn make_in(folder: &Path, project: &Path) -> std::io::Result<Self> {
        DirBuilder::new().recursive(true).mode(0o700).create(folder)?;
        if let Some(ours) = folder.parent().filter(|ours| ours.ends_with(OURS)) {
            let ignore = ours.join(".gitignore");
            if !ignore.exists() {
                std::fs::write(ignore, IGNORE)?;
            }
        }
        let path = tempfile::Builder::new().prefix("run-").tempdir_in(folder)?.keep();
        let (pid, project) = (std::process::id(), project.to_owned());
        let owner = Owner { host: host(), pid, began: began(pid).unwrap_or(0), project };
        let written = serde_json::to_vec(&owner).map_err(std::io::Error::other);
        written.and_then(|text| std::fs::write(path.join(OWNER), text)).inspect_err(|_| {
            let _ = std::fs::remove_dir_all(&path);
        })?;
        Ok(Self { path })
    }

    /// Folders of runs of a project that have ended without taking them away.
    pub fn dead(project: &Path) -> Vec<Self> {
        let folders =
            places(project).into_iter().filter_map(|folder| std::fs::read_dir(folder).ok());
        let runs = folders.flatten().flatten().map(|entry| entry.path());
        runs.filter(|path| is_dead(path, project)).map(|path| Self { path }).collect()
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Waits until no process runs any more that notes its writes here; false if one does not end.
    pub fn wait_for_writers(&self) -> bool {
        let end = Instant::now() + OUTLIVES;
        while self.has_writer() {
            if Instant::now() >= end {
                return false;
            }
            std::thread::sleep(Duration::from_millis(50));
        }
        true
    }

    /// Tells whether a process runs that notes its writes here.
    pub fn has_writer(&self) -> bool {
        let wanted = self.path.as_os_str().as_encoded_bytes();
        let processes = std::fs::read_dir("/proc").into_iter().flatten().flatten();
        processes.map(|process| process.path()).any(|process| {
            let environment = std::fs::read(process.join("environ")).unwrap_or_default();
            environment.windows(wanted.len()).any(|part| part == wanted)
        })
    }

    /// Takes it away.
    pub fn remove(&self) {
        let _ = std::fs::remove_dir_all(&self.path);
        let Some(folder) = self.path.parent() else { return };
        // Where it was the last one.
        let is_gone = std::fs::remove_dir(folder).is_ok();
        if let Some(ours) = folder.parent().filter(|ours| is_gone && ours.ends_with(OURS)) {
            remove_unused(ours);
        }
    }
}

/// Takes away our folder of a project where nothing is in it but what keeps it out of version control.
fn remove_unused(ours: &Path) {
    let ignore = ours.join(".gitignore");
    let is_alone = std::fs::read_dir(ours).is_ok_and(|entries| entries.count() == 1);
    if is_alone && std::fs::read_to_string(&ignore).is_ok_and(|text| text == IGNORE) {
        let _ = std::fs::remove_file(ignore);
        let _ = std::fs::remove_dir(ours);
    }
}

/// Where the folders of a project's runs are.
fn places(project: &Path) -> [PathBuf; 2] {
    use std::hash::{DefaultHasher, Hash, Hasher};
    let mut hasher = DefaultHasher::new();
    project.hash(&mut hasher);
    let elsewhere = format!("nearmiss-kept-{:016x}", hasher.finish());
    [project.join(OURS).join(KEPT), std::env::temp_dir().join(elsewhere)]
}

/// The folder for files as they were before a run, where it did not put them back.
pub(super) fn before(project: &Path) -> PathBuf {
    project.join(OURS).join("before")
}

/// The folder for files as a run that was killed left them, where nobody saw that its API wrote them.
pub(super) fn replaced(project: &Path) -> PathBuf {
    project.join(OURS).join("replaced")
}

fn is_dead(run: &Path, project: &Path) -> bool {
    let text = std::fs::read(run.join(OWNER)).unwrap_or_default();
    let Ok(owner) = serde_json::from_slice::<Owner>(&text) else { return false };
    // Of another machine, on a shared disk, nobody here knows whether it lives.
    owner.host == host() && owner.project == project && began(owner.pid) != Some(owner.began)
}

fn host() -> String {
    let read = |path| std::fs::read_to_string(path).unwrap_or_default().trim().to_owned();
    read("/proc/sys/kernel/hostname")
}

/// When a process began, in ticks since the machine started; none if there is no such process.
fn began(pid: u32) -> Option<u64> {
    let stat = std::fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
    let mut fields = stat.rsplit(')').next()?.split_ascii_whitespace();
    let state = fields.next()?;
    if matches!(state, "Z" | "X") {
        return None;
    }
    fields.nth(18)?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_folder_of_a_process_that_lives_is_left_and_that_of_a_dead_one_found() {
        let project = tempfile::tempdir().unwrap();
        let run = RunFolder::make(project.path()).unwrap();
        assert!(run.path().starts_with(project.path().join(".nearmiss")));
        assert!(RunFolder::dead(project.path()).is_empty());
        let mut owner: Owner =
            serde_json::from_slice(&std::fs::read(run.path().join(OWNER)).unwrap()).unwrap();
        owner.began += 1;
        std::fs::write(run.path().join(OWNER), serde_json::to_vec(&owner).unwrap()).unwrap();
        let dead = RunFolder::dead(project.path());
        assert_eq!(dead.len(), 1);
        assert_eq!(dead[0].path(), run.path());
        run.remove();
        assert!(RunFolder::dead(project.path()).is_empty());
    }
}

//! The temporary folder of a run, and those that killed runs left.
//!
//! A folder is called `nearmiss-` and some letters, and holds a file that says whose it is: host and namespace of
//! processes, pid, and when that process began (a pid is given out again). It goes with its run; what a killed run left
//! goes with the next one. A folder whose process lives, or of which nobody knows, is never touched.

use std::fs::Permissions;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

use nearmiss_databases::left_by_dead;
use tempfile::TempDir;

use crate::failure::Failure;

/// How folders begin.
const PREFIX: &str = "nearmiss-";
/// The file that says whose a folder is.
const OWNER: &str = "owner";

/// Makes the folder of this run, which only its user enters, and takes away what killed runs left.
///
/// # Errors
/// When the system gives no folder.
pub fn folder() -> Result<TempDir, Failure> {
    let top = std::env::temp_dir();
    for left in left_by_dead(&top) {
        // What another start takes away at the same time is gone, too.
        let _ = left.remove();
    }
    folder_in(&top).map_err(|error| Failure::system("no temporary folder", &error))
}

fn folder_in(top: &Path) -> std::io::Result<TempDir> {
    sweep(top);
    let only_owner = Permissions::from_mode(0o700);
    let folder = tempfile::Builder::new().prefix(PREFIX).permissions(only_owner).tempdir_in(top)?;
    if let (Some(place), Some(began)) = (place(), began("self")) {
        let owner = format!("{place} {} {began}\n", std::process::id());
        std::fs::write(folder.path().join(OWNER), owner)?;
    }
    Ok(folder)
}

/// Takes away the folders of processes of this host that have ended.
fn sweep(top: &Path) {
    let Ok(entries) = std::fs::read_dir(top) else { return };
    for entry in entries.flatten() {
        let is_ours = entry.file_name().to_string_lossy().starts_with(PREFIX)
            && entry.file_type().is_ok_and(|kind| kind.is_dir());
        let owner = is_ours.then(|| std::fs::read_to_string(entry.path().join(OWNER)).ok());
        if owner.flatten().is_some_and(|owner| has_ended(&owner)) {
            // Another start may do the same.
            let _ = std::fs::remove_dir_all(entry.path());
        }
    }
}

/// Whether an owner is known to have ended.
fn has_ended(owner: &str) -> bool {
    let mut words = owner.split_whitespace();
    let (Some(of), Some(pid), Some(since)) = (words.next(), words.next(), words.next()) else {
        return false;
    };
    let is_pid = pid.parse::<u32>().is_ok();
    is_pid && place().as_deref() == Some(of) && began(pid).as_deref() != Some(since)
}

/// This host and its namespace of processes, in one word; none where the system does not tell.
fn place() -> Option<String> {
    let host = std::fs::read_to_string("/proc/sys/kernel/hostname").ok()?;
    let processes = std::fs::read_link("/proc/self/ns/pid").ok()?;
    Some(format!("{}/{}", host.trim(), processes.display()))
}

/// When a process began, in ticks since the host did; none if there is no such process.
fn began(pid: &str) -> Option<String> {
    let stat = std::fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
    // The name of the process may hold spaces, but is in brackets; the state of one that only waits to be buried is Z.
    let mut fields = stat.rsplit(") ").next()?.split(' ');
    let state = fields.next()?;
    (state != "Z").then(|| fields.nth(18).map(str::to_owned))?
}

#[cfg(test)]
mod tests {
    use std::process::{Command, Stdio};

    use super::*;

    #[test]
    fn what_ended_processes_left_goes_and_nothing_else() {
        let top = tempfile::tempdir().unwrap();
        let left = |name: &str, owner: Option<&str>| {
            let folder = top.path().join(name);
            std::fs::create_dir(&folder).unwrap();
            if let Some(owner) = owner {
                std::fs::write(folder.join(OWNER), owner).unwrap();
            }
            folder
        };
        let mut child = Command::new("cat").stdin(Stdio::piped()).spawn().unwrap();
        let here = place().unwrap();
        let pid = child.id().to_string();
        let lives = format!("{here} {pid} {}", began(&pid).unwrap());
        let folders = [
            left("nearmiss-a", Some(&lives)),
            left("nearmiss-b", None),
            left("nearmiss-c", Some("elsewhere/pid:[1] 1 1")),
            left("other-d", Some(&lives)),
        ];
        let first = folder_in(top.path()).unwrap();
        assert!(folders.iter().all(|folder| folder.exists()), "all of them stay");
        drop(child.stdin.take());
        child.wait().unwrap();
        let second = folder_in(top.path()).unwrap();
        let there: Vec<bool> = folders.iter().map(|folder| folder.exists()).collect();
        assert_eq!(there, [false, true, true, true]);
        assert!(first.path().exists() && second.path().exists());
        // The pid was given out again.
        let again = format!("{here} {} 1", std::process::id());
        assert!(has_ended(&again) && !has_ended(&format!("{here} x 1")) && !has_ended(""));
    }
}

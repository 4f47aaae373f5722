//! Servers of databases do not run as root: tests that do start them as another user.

use std::fs::Permissions;
use std::os::unix::fs::{MetadataExt, PermissionsExt, chown};
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::Command;

/// User who runs a server: of root another one.
pub type Ids = Option<(u32, u32)>;

/// Gives a folder to the user with this name, where this is root.
pub fn owner_of(folder: &Path, name: &str) -> Ids {
    if folder.metadata().unwrap().uid() != 0 {
        return None;
    }
    let users = std::fs::read_to_string("/etc/passwd").unwrap();
    let line = users.lines().find(|line| line.starts_with(&format!("{name}:"))).unwrap();
    let fields: Vec<&str> = line.split(':').collect();
    let ids = (fields[2].parse().unwrap(), fields[3].parse().unwrap());
    chown(folder, Some(ids.0), Some(ids.1)).unwrap();
    std::fs::set_permissions(folder, Permissions::from_mode(0o755)).unwrap();
    Some(ids)
}

/// Has a program run as a user.
pub fn runs_as(command: &mut Command, ids: Ids) {
    command.current_dir("/");
    if let Some((uid, gid)) = ids {
        command.uid(uid).gid(gid);
    }
}

/// A folder for homes, which servers of another user may enter.
pub fn temporary() -> tempfile::TempDir {
    let folder = tempfile::Builder::new().prefix("t-").tempdir().unwrap();
    std::fs::set_permissions(folder.path(), Permissions::from_mode(0o755)).unwrap();
    folder
}

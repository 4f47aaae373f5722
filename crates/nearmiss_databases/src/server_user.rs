//! User who runs a server of ours: servers of databases refuse to run as root.

use std::os::unix::fs::{MetadataExt, chown};
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::Command;

/// User who runs a server of ours.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(crate) enum ServerUser {
    /// User who runs this process.
    Ourselves,
    /// Another one, since we are root.
    Other { uid: u32, gid: u32 },
}

impl ServerUser {
    /// Chooses one; `folder` is one that this process has made. Of `names` the first that the system has is taken when
    /// we are root, and `nobody` where it has none.
    pub fn choose(folder: &Path, names: &[&str]) -> std::io::Result<Self> {
        if folder.metadata()?.uid() != 0 {
            return Ok(Self::Ourselves);
        }
        let users = std::fs::read_to_string("/etc/passwd")?;
        let found = names.iter().chain(&["nobody"]).find_map(|name| ids(&users, name));
        let (uid, gid) = found.ok_or_else(|| {
            std::io::Error::other(
                "servers of databases do not run as root, and the system has no user `nobody`",
            )
        })?;
        Ok(Self::Other { uid, gid })
    }

    /// Has a program run as it.
    pub fn runs(&self, command: &mut Command) {
        if let Self::Other { uid, gid } = self {
            command.uid(*uid).gid(*gid);
        }
    }

    /// Gives it a file or folder.
    pub fn owns(&self, path: &Path) -> std::io::Result<()> {
        match self {
            Self::Ourselves => Ok(()),
            Self::Other { uid, gid } => chown(path, Some(*uid), Some(*gid)),
        }
    }
}

fn ids(users: &str, name: &str) -> Option<(u32, u32)> {
    users.lines().find_map(|line| {
        let mut fields = line.split(':');
        let is_it = fields.next() == Some(name);
        let uid: u32 = fields.nth(1)?.parse().ok()?;
        let gid = fields.next()?.parse().ok()?;
        (is_it && uid != 0).then_some((uid, gid))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn users_are_found_by_name_and_root_is_none() {
        let users = "root:x:0:0::/root:/bin/sh\npostgres:x:101:104:a,b:/v:/bin/bash\n";
        assert_eq!(ids(users, "postgres"), Some((101, 104)));
        assert_eq!((ids(users, "root"), ids(users, "mysql")), (None, None));
    }
}

//! The commands, one file each.

pub mod clean;
pub mod completions;
pub mod doctor;
pub mod explain;
pub mod fuzz;
pub mod init;
pub mod instrument;
pub mod internal_apart;
pub mod internal_replay_bench;
pub mod internal_send;
pub mod merge;
mod node_version;
mod read_problem;
pub mod replay;
mod searching;
pub mod serve;
mod verifying;

use std::path::Path;

/// The `file:` URL of the module that Node loads first, in the package folder.
#[must_use]
pub fn register_url(package: &Path) -> String {
    file_url(&package.join("register/index.js"))
}

fn file_url(path: &Path) -> String {
    let mut url = "file://".to_owned();
    for c in path.display().to_string().chars() {
        match c {
            ' ' | '%' | '#' | '?' => url.push_str(&format!("%{:02X}", u32::from(c))),
            c => url.push(c),
        }
    }
    url
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn odd_folders_are_encoded() {
        assert_eq!(register_url(Path::new("/a b/50%")), "file:///a%20b/50%25/register/index.js");
    }
}

//! Who runs a command: the process of Node, and the npm package in it.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// What commands need from their host.
pub struct Host {
    /// What runs JavaScript.
    pub node: PathBuf,
    /// Folder of the npm package.
    pub package: PathBuf,
    /// URL of the module that Node loads first in the SUT.
    pub register: String,
    /// Set to stop soon.
    pub interrupt: Arc<AtomicBool>,
}

impl Host {
    /// Makes a host with the npm package in this folder.
    #[must_use]
    pub fn new(node: PathBuf, package: PathBuf, interrupt: Arc<AtomicBool>) -> Self {
        let register = file_url(&package.join("register/index.js"));
        Self { node, package, register, interrupt }
    }
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
        let host = Host::new(PathBuf::new(), PathBuf::from("/a b/50%"), Arc::default());
        assert_eq!(host.register, "file:///a%20b/50%25/register/index.js");
    }
}

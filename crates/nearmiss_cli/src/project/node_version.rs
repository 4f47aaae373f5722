//! The Node that start commands find.

use std::path::Path;
use std::process::{Command, Stdio};

/// The oldest major version that is supported.
pub const OLDEST: u32 = 20;

/// The version of the `node` that a shell finds in a folder.
pub fn node_version(folder: &Path) -> Option<(u32, u32, u32)> {
    let node = Command::new("node")
        .arg("--version")
        .current_dir(folder)
        .env_remove("NODE_OPTIONS")
        .stdin(Stdio::null())
        .output()
        .ok()?;
    read(&String::from_utf8_lossy(&node.stdout))
}

/// Whether that one runs TypeScript by itself: from 22.18 and from 23.6 on.
pub fn strips_types(folder: &Path) -> bool {
    node_version(folder).is_some_and(|(major, minor, _)| match major {
        22 => minor >= 18,
        23 => minor >= 6,
        major => major >= 24,
    })
}

/// `v22.1.0`.
fn read(text: &str) -> Option<(u32, u32, u32)> {
    let mut numbers = text.trim().strip_prefix('v')?.split(['.', '-']);
    let mut next = || numbers.next()?.parse().ok();
    Some((next()?, next()?, next()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_are_read_as_node_prints_them() {
        assert_eq!(read("v22.18.0\n"), Some((22, 18, 0)));
        assert_eq!(read("v24.0.0-nightly2025"), Some((24, 0, 0)));
        assert_eq!(read("not found"), None);
        assert!(node_version(Path::new(".")).is_some());
    }
}

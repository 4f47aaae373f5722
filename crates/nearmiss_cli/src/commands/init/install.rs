//! Adds the packages that the written tests need, so that the suite of the first search runs as it is.

use std::path::Path;
use std::process::{Command, Stdio};

/// Runs the command of a package manager in the folder of the API; what it prints is told only if it fails.
///
/// # Errors
/// Why the packages are not there.
pub fn install(command: &str, folder: &Path) -> Result<(), String> {
    let mut words = command.split(' ');
    let program = words.next().unwrap_or_default();
    let done = Command::new(program)
        .args(words)
        .current_dir(folder)
        .stdin(Stdio::null())
        .output()
        .map_err(|error| format!("{program} does not start: {error}"))?;
    if done.status.success() {
        return Ok(());
    }
    let said =
        String::from_utf8_lossy(if done.stderr.is_empty() { &done.stdout } else { &done.stderr });
    Err(said.trim_end().to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_fails_says_why() {
        let folder = tempfile::tempdir().unwrap();
        let here = |command: &str| install(command, folder.path());
        assert_eq!(here("mkdir node_modules"), Ok(()));
        assert!(folder.path().join("node_modules").is_dir());
        assert!(here("mkdir node_modules").unwrap_err().contains("node_modules"));
        assert!(here("no-such-manager add").unwrap_err().starts_with("no-such-manager does not"));
    }
}

//! V8's word on files that the parser doubts: swc refuses valid programs and takes invalid ones.

use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};

use crate::failure::Failure;

/// What V8 says against each file: nothing, or a syntax error.
///
/// # Errors
/// Node cannot be asked.
pub fn syntax_errors(package: &Path, files: &[&Path]) -> Result<Vec<Option<String>>, Failure> {
    let cannot = |error: &dyn std::fmt::Display| Failure::system("V8 cannot be asked", error);
    let node = std::env::current_exe().map_err(|error| cannot(&error))?;
    let mut child = Command::new(node)
        // Modules are compiled without being run, for which there is no other way.
        .args(["--no-warnings", "--experimental-vm-modules"])
        .arg(package.join("ahead/syntax_errors.js"))
        .env_remove("NODE_OPTIONS")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .map_err(|error| cannot(&error))?;
    let question = serde_json::to_vec(files).map_err(|error| cannot(&error))?;
    if let Some(mut stdin) = child.stdin.take() {
        stdin.write_all(&question).map_err(|error| cannot(&error))?;
    }
    let answer = child.wait_with_output().map_err(|error| cannot(&error))?;
    serde_json::from_slice(&answer.stdout).map_err(|error| cannot(&error))
}

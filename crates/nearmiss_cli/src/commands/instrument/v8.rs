//! V8's word on files that the parser doubts: swc refuses valid programs and takes invalid ones.

use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::failure::Failure;

/// What V8 says against each file: nothing, or a syntax error.
///
/// # Errors
/// Node cannot be asked.
pub fn syntax_errors(package: &Path, files: &[&Path]) -> Result<Vec<Option<String>>, Failure> {
    let node = std::env::current_exe().map_err(|error| Failure::system(CANNOT, &error))?;
    let mut command = Command::new(node);
    // Modules are compiled without being run, for which there is no other way.
    command.args(["--no-warnings", "--experimental-vm-modules"]);
    command.arg(package.join("ahead/syntax_errors.js"));
    asked(command, &files, CANNOT)
}

const CANNOT: &str = "V8 cannot be asked";

/// Writes a question to a program of Node's, as JSON, and reads its answer.
///
/// # Errors
/// It does not start, or answers something else; `cannot` says what was wanted.
pub fn asked<Q: Serialize, A: DeserializeOwned>(
    mut command: Command,
    question: &Q,
    cannot: &'static str,
) -> Result<A, Failure> {
    let failed = |error: &dyn std::fmt::Display| Failure::system(cannot, error);
    let mut child = command
        .env_remove("NODE_OPTIONS")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .map_err(|error| failed(&error))?;
    let question = serde_json::to_vec(question).map_err(|error| failed(&error))?;
    if let Some(mut stdin) = child.stdin.take() {
        stdin.write_all(&question).map_err(|error| failed(&error))?;
    }
    let answer = child.wait_with_output().map_err(|error| failed(&error))?;
    serde_json::from_slice(&answer.stdout).map_err(|error| failed(&error))
}

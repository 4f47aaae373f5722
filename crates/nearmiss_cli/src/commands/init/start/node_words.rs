//! The words of a `node` command, and the file that it starts.

use super::Known;
use crate::not_built::is_built;

/// Flags of Node whose value is the next word.
const WITH_VALUE: [&str; 12] = [
    "-r",
    "--require",
    "--import",
    "--loader",
    "--experimental-loader",
    "--env-file",
    "--env-file-if-exists",
    "-C",
    "--conditions",
    "--title",
    "--icu-data-dir",
    "--watch-path",
];
/// What Node tries when a file is not there as it is named.
const TRIED: [&str; 6] = ["", ".js", ".json", ".mjs", "/index.js", "/index.mjs"];

/// Takes the flags away that make Node start again when files change.
pub(super) fn without_watch(words: &mut Vec<String>) {
    words.retain(|word| !word.starts_with("--watch"));
}

/// The index of the file that a `node` command starts.
pub(super) fn file_index(words: &[String]) -> Option<usize> {
    let mut index = 1;
    while let Some(word) = words.get(index) {
        if WITH_VALUE.contains(&word.as_str()) {
            index += 2;
        } else if matches!(word.as_str(), "-e" | "--eval" | "-p" | "--print") {
            return None;
        } else if word.starts_with('-') {
            index += 1;
        } else {
            return Some(index);
        }
    }
    None
}

/// What must be done before a file can be started: nothing where it is there, a build where one may make it.
///
/// # Errors
/// It is not there, and no build makes it.
pub(super) fn needs_of(known: &Known<'_>, file: &str) -> Result<Option<String>, String> {
    let project = known.project;
    if TRIED.iter().any(|ending| project.has(&format!("{file}{ending}"))) {
        return Ok(None);
    }
    match known.build() {
        Some(build) if is_built(file) => Ok(Some(build)),
        _ => Err(format!("there is no file {file}")),
    }
}

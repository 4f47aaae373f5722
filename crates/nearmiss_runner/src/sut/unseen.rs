//! Processes of a start command that run Node without our runtime.

use std::path::{Path, PathBuf};

/// What the runtime is told by, which each process hands on to those that it starts.
const VARIABLE: &str = "NEARMISS_CONTROL=";

/// Says which process of a group is a Node that was started in an environment of its own, if one is: nothing can be
/// seen of it, its port neither. Nothing where the system does not tell.
pub(super) fn clean_node(group: u32) -> Option<String> {
    processes().filter(|process| group_of(process) == Some(group)).find_map(|process| {
        let command = std::fs::read(process.join("cmdline")).ok()?;
        let words: Vec<String> = command
            .split(|byte| *byte == 0)
            .filter(|word| !word.is_empty())
            .map(|word| String::from_utf8_lossy(word).into_owned())
            .collect();
        let program = Path::new(words.first()?).file_name()?.to_string_lossy().into_owned();
        let environment = std::fs::read(process.join("environ")).ok()?;
        let mut variables = environment.split(|byte| *byte == 0);
        let knows_us = variables.any(|variable| variable.starts_with(VARIABLE.as_bytes()));
        (program.starts_with("node") && !knows_us).then(|| words.join(" "))
    })
}

/// Lists the folders in which the system tells of each process that runs; none where it tells nothing.
pub(super) fn processes() -> impl Iterator<Item = PathBuf> {
    let all = std::fs::read_dir("/proc").into_iter().flatten().flatten();
    all.filter(|entry| {
        entry.file_name().to_string_lossy().bytes().all(|byte| byte.is_ascii_digit())
    })
    .map(|entry| entry.path())
}

/// The group of a process: the third field behind its name, which is in brackets.
pub(super) fn group_of(process: &Path) -> Option<u32> {
    let stat = std::fs::read_to_string(process.join("stat")).ok()?;
    stat.rsplit(") ").next()?.split(' ').nth(2)?.parse().ok()
}

//! Processes of a start command that run Node without our runtime.

use std::path::Path;

/// What the runtime is told by, which each process hands on to those that it starts.
const VARIABLE: &str = "NEARMISS_CONTROL=";

/// Says which process of a group is a Node that was started in an environment of its own, if one is: nothing can be seen
/// of it, its port neither. Nothing where the system does not tell.
pub(super) fn clean_node(group: u32) -> Option<String> {
    let processes = std::fs::read_dir("/proc").ok()?;
    let pids = processes.flatten().filter(|entry| {
        entry.file_name().to_string_lossy().bytes().all(|byte| byte.is_ascii_digit())
    });
    pids.filter(|entry| group_of(&entry.path()) == Some(group)).find_map(|entry| {
        let command = std::fs::read(entry.path().join("cmdline")).ok()?;
        let words: Vec<String> = command
            .split(|byte| *byte == 0)
            .filter(|word| !word.is_empty())
            .map(|word| String::from_utf8_lossy(word).into_owned())
            .collect();
        let program = Path::new(words.first()?).file_name()?.to_string_lossy().into_owned();
        let environment = std::fs::read(entry.path().join("environ")).ok()?;
        let mut variables = environment.split(|byte| *byte == 0);
        let knows_us = variables.any(|variable| variable.starts_with(VARIABLE.as_bytes()));
        (program.starts_with("node") && !knows_us).then(|| words.join(" "))
    })
}

/// The group of a process: the third field behind its name, which is in brackets.
fn group_of(process: &Path) -> Option<u32> {
    let stat = std::fs::read_to_string(process.join("stat")).ok()?;
    stat.rsplit(") ").next()?.split(' ').nth(2)?.parse().ok()
}

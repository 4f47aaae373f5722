//! Processes that a SUT has left behind: daemons, which are in no group that could be ended with it.

use std::path::Path;
use std::time::{Duration, Instant};

/// How long who was ended may take to be gone.
const PATIENCE: Duration = Duration::from_secs(2);
/// Letters of a command that are told.
const LONGEST_COMMAND: usize = 120;

/// A process that still runs.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct LeftRunning {
    /// Its number.
    pub pid: u32,
    /// Its command.
    pub command: String,
}

/// Processes that SUTs of a search have started and that still run when all of these were ended. `folder` is that of the
/// search: what is in it stands in the environment of all of them. Where there is no `/proc`, none are known.
#[must_use]
pub fn left_running(folder: &Path) -> Vec<LeftRunning> {
    let end = Instant::now() + PATIENCE;
    loop {
        let found = started_from(folder);
        if found.is_empty() || Instant::now() >= end {
            return found;
        }
        std::thread::sleep(Duration::from_millis(20));
    }
}

fn started_from(folder: &Path) -> Vec<LeftRunning> {
    let mark = format!("NEARMISS_CONTROL={}/", folder.display());
    let Ok(processes) = std::fs::read_dir("/proc") else { return Vec::new() };
    let found = processes.flatten().filter_map(|process| {
        let pid: u32 = process.file_name().to_str()?.parse().ok()?;
        let variables = std::fs::read(process.path().join("environ")).ok()?;
        let mut variables = variables.split(|byte| *byte == 0);
        if !variables.any(|variable| variable.starts_with(mark.as_bytes())) {
            return None;
        }
        let command = std::fs::read(process.path().join("cmdline")).ok()?;
        let command = String::from_utf8_lossy(&command).replace('\0', " ");
        // Who has ended and whom nobody has taken note of has none.
        let command: String = command.trim().chars().take(LONGEST_COMMAND).collect();
        (!command.is_empty()).then_some(LeftRunning { pid, command })
    });
    let mut found: Vec<LeftRunning> = found.collect();
    found.sort_by_key(|process| process.pid);
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::process::Command;

    #[test]
    fn who_still_runs_is_named_with_its_command() {
        let folder = tempfile::tempdir().unwrap();
        let control = folder.path().join("control-1");
        let mut child =
            Command::new("sleep").arg("600").env("NEARMISS_CONTROL", &control).spawn().unwrap();
        // Between fork and exec it is still this process.
        let named = loop {
            match &left_running(folder.path())[..] {
                [one] if one.command == "sleep 600" => break one.pid,
                _ => {}
            }
        };
        assert_eq!(named, child.id());
        assert_eq!(left_running(&folder.path().join("control-1")), []);
        child.kill().unwrap();
        child.wait().unwrap();
        assert_eq!(left_running(folder.path()), []);
    }
}

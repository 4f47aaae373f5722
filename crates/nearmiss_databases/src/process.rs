//! Processes of this machine: which began when, and which work in a folder.

use std::path::Path;

/// Answers this host and its namespace of processes, in one word; none where the system does not tell.
pub(crate) fn place() -> Option<String> {
    let processes = std::fs::read_link("/proc/self/ns/pid").ok()?;
    Some(format!("{}/{}", host()?, processes.display()))
}

/// Answers the name of this host; none where the system does not tell.
pub(crate) fn host() -> Option<String> {
    let host = std::fs::read_to_string("/proc/sys/kernel/hostname").ok()?;
    Some(host.trim().to_owned())
}

/// Answers when a process began, in ticks since the machine did; none if it does not run.
pub(crate) fn began(pid: u32) -> Option<u64> {
    let stat = std::fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
    // The name of the process may hold anything, but is in brackets; Z is one that only waits to be buried.
    let mut fields = stat.rsplit(')').next()?.split_ascii_whitespace();
    let state = fields.next()?;
    if matches!(state, "Z" | "X") {
        return None;
    }
    fields.nth(18)?.parse().ok()
}

/// Answers the processes whose working folder is `folder` or one in it: servers of databases work in the folder of
/// their data.
pub(crate) fn working_in(folder: &Path) -> Vec<u32> {
    let processes = std::fs::read_dir("/proc").into_iter().flatten().flatten();
    let found = processes.filter_map(|process| {
        let pid: u32 = process.file_name().to_str()?.parse().ok()?;
        let works = std::fs::read_link(process.path().join("cwd")).ok()?;
        (works.starts_with(folder) && began(pid).is_some()).then_some(pid)
    });
    found.collect()
}

/// Sends a signal to a process; one that is gone is none to send it to.
#[expect(unsafe_code, reason = "signals go through libc")]
pub(crate) fn signal(pid: u32, signal: libc::c_int) {
    // SAFETY: kill has no memory effects.
    unsafe { libc::kill(pid.cast_signed(), signal) };
}

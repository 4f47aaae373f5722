//! Starting and ending a process tree of the SUT.

use std::collections::VecDeque;
use std::io::Read;
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::PathBuf;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// How the SUT is started.
#[derive(Clone, Debug)]
pub struct StartCommand {
    /// A shell command.
    pub command: String,
    /// Working directory.
    pub cwd: PathBuf,
    /// Environment added to ours.
    pub env: Vec<(String, String)>,
}

/// Bytes of the SUT's output that are kept for messages.
const KEPT_OUTPUT: usize = 64 * 1024;

/// How long a process may take to end that was ended by force: it may be in the midst of a write.
const LAST_WRITES: Duration = Duration::from_secs(2);

/// A running process tree: a shell, whatever wrappers it starts, and the SUT.
#[derive(Debug)]
pub struct ProcessTree {
    child: Child,
    output: Arc<Mutex<VecDeque<u8>>>,
    readers: Vec<JoinHandle<()>>,
    /// It was logged that it ended.
    told_end: bool,
}

impl StartCommand {
    /// Starts it in a process group of its own.
    ///
    /// # Errors
    /// When there is no shell or no such directory.
    pub fn spawn(&self) -> std::io::Result<ProcessTree> {
        let mut child = Command::new("/bin/sh")
            .arg("-c")
            .arg(&self.command)
            .current_dir(&self.cwd)
            .envs(self.env.iter().map(|(key, value)| (key, value)))
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .process_group(0)
            .spawn()?;
        let output = Arc::new(Mutex::new(VecDeque::new()));
        let mut readers = Vec::new();
        if let Some(stdout) = child.stdout.take() {
            readers.push(keep_last(stdout, &output));
        }
        if let Some(stderr) = child.stderr.take() {
            readers.push(keep_last(stderr, &output));
        }
        Ok(ProcessTree { child, output, readers, told_end: false })
    }
}

/// Reads for ever, so that a SUT that floods its output is never blocked, and keeps the end.
fn keep_last(
    mut stream: impl Read + Send + 'static,
    kept: &Arc<Mutex<VecDeque<u8>>>,
) -> JoinHandle<()> {
    let kept = Arc::clone(kept);
    std::thread::spawn(move || {
        let mut buffer = [0; 8192];
        while let Ok(n @ 1..) = stream.read(&mut buffer) {
            let mut kept = kept.lock().unwrap_or_else(PoisonError::into_inner);
            kept.extend(&buffer[..n]);
            let over = kept.len().saturating_sub(KEPT_OUTPUT);
            kept.drain(..over);
        }
    })
}

impl ProcessTree {
    /// The process that the command began with.
    #[must_use]
    pub fn id(&self) -> u32 {
        self.child.id()
    }

    /// Whether the command has ended, and how.
    pub fn ended(&mut self) -> Option<ExitStatus> {
        let status = self.child.try_wait().ok().flatten();
        if let (Some(status), false) = (status, self.told_end) {
            self.told_end = true;
            tracing::info!(pid = self.child.id(), "process {}", describe(status));
        }
        status
    }

    /// The end of what it printed.
    #[must_use]
    pub fn output(&self) -> String {
        let mut kept = self.output.lock().unwrap_or_else(PoisonError::into_inner);
        String::from_utf8_lossy(kept.make_contiguous()).into_owned()
    }

    /// The end of what it printed, once a command that has ended has no more to say.
    #[must_use]
    pub fn last_words(&self) -> String {
        let end = Instant::now() + Duration::from_millis(500);
        while self.readers.iter().any(|reader| !reader.is_finished()) && Instant::now() < end {
            std::thread::sleep(Duration::from_millis(5));
        }
        self.output()
    }

    /// Ends the whole tree: politely with a bounded wait if `patience` is given, then by force.
    pub fn kill(&mut self, patience: Option<Duration>) {
        // What ends from here on is ended by us.
        let ends = self.ended().is_none() && !std::mem::replace(&mut self.told_end, true);
        if let Some(patience) = patience {
            self.signal(libc::SIGTERM);
            let end = Instant::now() + patience;
            // The shell goes at once; what it started may have something to write.
            while !self.is_gone() && Instant::now() < end {
                std::thread::sleep(Duration::from_millis(5));
            }
        }
        self.signal(libc::SIGKILL);
        let _ = self.child.wait();
        // What others of the tree were about to write is written before anybody looks.
        let end = Instant::now() + LAST_WRITES;
        while !self.is_gone() && Instant::now() < end {
            std::thread::sleep(Duration::from_millis(1));
        }
        if ends {
            tracing::info!(pid = self.child.id(), "process ended by nearmiss");
        }
    }

    /// Whether no process of the tree runs any more. Signals reach those too that have ended and whose end nobody has taken note
    /// of: what the shell leaves behind goes to the first process of the machine, which in containers may let it lie for seconds
    /// or for ever.
    fn is_gone(&mut self) -> bool {
        self.ended().is_some() && !(self.signal(0) && runs_in_group(self.child.id()))
    }

    /// Sends a signal to the whole tree; answers whether anybody was there.
    #[expect(unsafe_code, reason = "signals go through libc")]
    fn signal(&self, signal: libc::c_int) -> bool {
        let group = self.child.id().cast_signed();
        // SAFETY: kill has no memory effects; the group is ours as long as a process of it lives.
        unsafe { libc::kill(-group, signal) == 0 }
    }
}

impl Drop for ProcessTree {
    fn drop(&mut self) {
        self.kill(None);
    }
}

/// Whether a process of the group still runs. Where there is no `/proc`, whoever is there is taken to run.
fn runs_in_group(group: u32) -> bool {
    let Ok(processes) = std::fs::read_dir("/proc") else { return true };
    processes.flatten().any(|process| {
        let stat = std::fs::read_to_string(process.path().join("stat")).unwrap_or_default();
        // The name of the program, in parentheses, may hold anything; state, parent and group follow it.
        let mut fields = stat.rsplit(')').next().unwrap_or_default().split_ascii_whitespace();
        let state = fields.next();
        let its_group = fields.nth(1).and_then(|field| field.parse().ok());
        its_group == Some(group) && !matches!(state, Some("Z" | "X"))
    })
}

/// How a process ended, for people.
#[must_use]
pub fn describe(status: ExitStatus) -> String {
    match (status.code(), status.signal()) {
        (Some(code), _) => format!("exited with code {code}"),
        (None, Some(signal)) => format!("was ended by signal {signal}"),
        (None, None) => "ended".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tree(command: &str) -> ProcessTree {
        let command = command.to_owned();
        StartCommand { command, cwd: PathBuf::from("."), env: Vec::new() }.spawn().unwrap()
    }

    #[test]
    fn who_has_ended_is_not_waited_for_until_somebody_takes_note() {
        let mut tree = tree("exec sleep 600");
        // Ours, so that it lies there until the end of this test.
        let mut unnoticed = Command::new("sleep")
            .arg("600")
            .process_group(tree.id().cast_signed())
            .spawn()
            .unwrap();
        // Longer than any gate: who waits for it fails by not ending.
        tree.kill(Some(Duration::from_secs(7_200)));
        assert!(!runs_in_group(tree.id()));
        assert_eq!(unnoticed.wait().unwrap().signal(), Some(libc::SIGTERM));
    }

    #[test]
    fn who_still_runs_is_waited_for() {
        let folder = tempfile::tempdir().unwrap();
        let written = folder.path().join("written");
        // The shell goes at once, and what it has started needs a moment to write.
        let late = format!(
            "trap 'sleep 0.3; echo done > {}; exit' TERM; echo ready; while :; do sleep 0.01; done",
            written.display()
        );
        let mut tree = tree(&format!("sh -c \"{late}\" & exec sleep 600"));
        while !tree.output().contains("ready") {
            std::thread::sleep(Duration::from_millis(5));
        }
        assert!(runs_in_group(tree.id()));
        tree.kill(Some(Duration::from_secs(60)));
        assert_eq!(std::fs::read_to_string(written).unwrap(), "done\n");
    }
}

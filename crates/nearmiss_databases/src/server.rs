//! A server of ours that runs: started, watched and ended.

use std::fs::File;
use std::io;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

use crate::process;
use crate::server_user::ServerUser;

/// Time that a server may take to end that is asked to.
const PATIENCE: Duration = Duration::from_secs(5);
/// Bytes of its log that are shown.
const MOST_WORDS: usize = 2_000;
/// Ends a server once nobody holds the other end of what it reads any more. Its number may be another's by then.
const GUARD: &str = r#"read -r _; [ "$(readlink "/proc/$1/cwd")" = "$2" ] && kill -QUIT "$1""#;

/// A server that runs, and ends with this value; when this process is killed, a guard ends it.
#[derive(Debug)]
pub(crate) struct Server {
    child: Child,
    guard: Option<Child>,
    data: PathBuf,
    log: PathBuf,
    is_over: bool,
}

impl Server {
    /// Starts one that works in the folder `data` and writes its log to `log`.
    pub fn start(
        command: &mut Command,
        (data, log): (&Path, &Path),
        user: &ServerUser,
    ) -> io::Result<Self> {
        let written = File::options().create(true).append(true).open(log)?;
        user.runs(command);
        // A group of its own: Ctrl-C in the terminal is for nearmiss alone.
        let child = command
            .stdin(Stdio::null())
            .stdout(written.try_clone()?)
            .stderr(written)
            .current_dir(data)
            .process_group(0)
            .spawn()?;
        let (data_too, log) = (data.to_owned(), log.to_owned());
        let mut this = Self { child, guard: None, data: data_too, log, is_over: false };
        let mut guard = Command::new("/bin/sh");
        guard.args(["-c", GUARD, "nearmiss-guard"]).arg(this.pid().to_string()).arg(data);
        guard.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null());
        guard.current_dir("/").process_group(0);
        user.runs(&mut guard);
        this.guard = Some(guard.spawn()?);
        Ok(this)
    }

    /// Answers the number of its process.
    pub fn pid(&self) -> u32 {
        self.child.id()
    }

    /// Answers how it ended, if it has.
    pub fn ended(&mut self) -> Option<ExitStatus> {
        self.child.try_wait().ok().flatten()
    }

    /// Answers the end of its log.
    pub fn words(&self) -> String {
        let log = std::fs::read(&self.log).unwrap_or_default();
        let end = &log[log.len().saturating_sub(MOST_WORDS)..];
        String::from_utf8_lossy(end).trim().to_owned()
    }

    /// Ends it: it is asked to, and made to where it takes too long. Once it has, another one may work in its folder.
    pub fn end(&mut self) {
        if std::mem::replace(&mut self.is_over, true) {
            return;
        }
        if let Some(mut guard) = self.guard.take() {
            let _ = guard.kill();
            let _ = guard.wait();
        }
        if self.ended().is_none() {
            // At once, without writing what nobody reads any more; yet PostgreSQL gives back what it shares.
            process::signal(self.pid(), libc::SIGQUIT);
        }
        let asked = Instant::now();
        while self.ended().is_none() && asked.elapsed() < PATIENCE {
            std::thread::sleep(Duration::from_millis(5));
        }
        let _ = self.child.kill();
        let _ = self.child.wait();
        // Its children go when they see that it is gone; none writes while the folder is taken away.
        let gone = Instant::now();
        while gone.elapsed() < PATIENCE {
            let still = process::working_in(&self.data);
            if still.is_empty() {
                return;
            }
            if gone.elapsed() > PATIENCE / 5 {
                still.iter().for_each(|pid| process::signal(*pid, libc::SIGKILL));
            }
            std::thread::sleep(Duration::from_millis(5));
        }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.end();
    }
}

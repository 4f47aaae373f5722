//! A SUT that the support file of a written suite starts, resets and stops: what tests do is done by what they do it
//! with.

use std::io::{BufRead, BufReader, Write};
use std::net::{TcpStream, ToSocketAddrs};
use std::os::unix::process::CommandExt;
use std::path::PathBuf;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

use serde::Deserialize;
use serde_json::Value;

/// What an order may take beyond the start of the SUT: the support file has limits of its own.
const LIMIT: Duration = Duration::from_secs(30);
/// How long a connection may take that says whether anybody listens.
const LOOK_LIMIT: Duration = Duration::from_secs(1);

/// The support file of a suite, and what runs it.
#[derive(Clone, Debug)]
pub struct SuiteSupport {
    /// The program that obeys orders by it (`npm/nearmiss/replay/suite_host.js`).
    pub program: PathBuf,
    /// The file: `support/sut.cjs` of the suite.
    pub file: PathBuf,
    /// How long a start may take.
    pub start_limit: Duration,
}

/// The SUT.
#[derive(Debug)]
pub(crate) struct SuiteSut {
    child: Child,
    orders: ChildStdin,
    answers: Receiver<String>,
    limit: Duration,
    host: String,
}

/// What an order is answered with.
#[derive(Deserialize)]
struct Answer {
    url: Option<String>,
    error: Option<String>,
    value: Option<Value>,
}

impl SuiteSut {
    /// Has the SUT started.
    ///
    /// # Errors
    /// What the support file says.
    pub fn start(support: &SuiteSupport) -> Result<Self, String> {
        let cannot = |error: std::io::Error| format!("node cannot be run: {error}");
        let mut child = Command::new("node")
            .arg(&support.program)
            .arg(&support.file)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            // Ctrl-C ends the search; what it found is still to be written.
            .process_group(0)
            .spawn()
            .map_err(cannot)?;
        let pipes = child.stdin.take().zip(child.stdout.take());
        let (orders, told) = pipes.ok_or("node cannot be run: it has no pipes")?;
        let (sender, answers) = channel();
        std::thread::spawn(move || {
            for line in BufReader::new(told).lines().map_while(Result::ok) {
                if sender.send(line).is_err() {
                    break;
                }
            }
        });
        // Stopped, started and asked where it listens.
        let limit = 3 * support.start_limit + LIMIT;
        let mut this = Self { child, orders, answers, limit, host: String::new() };
        this.start_again()?;
        Ok(this)
    }

    /// Has it stopped, if it runs, and started.
    pub fn start_again(&mut self) -> Result<(), String> {
        self.order("start").map(drop)
    }

    /// Has its state reset.
    pub fn reset(&mut self) -> Result<(), String> {
        self.order("reset").map(drop)
    }

    /// Has something set up: `kind`, `function`, `arguments`. Answers what that answers.
    pub fn set_up(&mut self, asked: &Value) -> Result<Value, String> {
        self.order(&format!("setup {asked}")).map(Option::unwrap_or_default)
    }

    /// `host:port` where it listens.
    pub fn host(&self) -> &str {
        &self.host
    }

    /// Whether somebody listens there.
    pub fn listens(&self) -> bool {
        let addresses = self.host.to_socket_addrs();
        addresses.is_ok_and(|mut all| {
            all.any(|address| TcpStream::connect_timeout(&address, LOOK_LIMIT).is_ok())
        })
    }

    fn order(&mut self, order: &str) -> Result<Option<Value>, String> {
        let sent = writeln!(self.orders, "{order}").and_then(|()| self.orders.flush());
        let line = sent.ok().and_then(|()| self.answers.recv_timeout(self.limit).ok());
        let line = line.ok_or_else(|| format!("it did not do `{order}`, and does not say why"))?;
        let answer: Answer =
            serde_json::from_str(&line).map_err(|_| format!("it printed {line:?}"))?;
        if let Some(why) = answer.error {
            return Err(why);
        }
        if let Some(url) = answer.url {
            let host = url.strip_prefix("http://");
            let host =
                host.ok_or_else(|| format!("the API listens at {url}; only http:// is called"))?;
            self.host = host.to_owned();
        }
        Ok(answer.value)
    }
}

impl Drop for SuiteSut {
    fn drop(&mut self) {
        if let Err(why) = self.order("stop") {
            tracing::warn!("the written suite's support file: {why}");
        }
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

//! The log of a run: what happened to processes, users and calls, for who wants to know why.

use std::io::{self, Write};
use std::path::Path;
use std::sync::{Mutex, OnceLock, PoisonError};

use clap::ValueEnum;
use tracing::level_filters::LevelFilter;
use tracing_subscriber::filter::Targets;
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::SubscriberInitExt;
use tracing_subscriber::{EnvFilter, Layer, fmt};

use crate::failure::Failure;
use crate::held_lines::HeldLines;
use crate::output::SAID;

/// How much is logged: each level has all of those before it.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq, ValueEnum)]
pub enum LogLevel {
    /// What ends the run.
    Error,
    /// What should be looked at.
    Warn,
    /// Processes, logins, and what is printed.
    #[default]
    Info,
    /// Calls that the API failed to answer well, tests that did not become quiet.
    Debug,
    /// Everything.
    Trace,
}

impl From<LogLevel> for LevelFilter {
    fn from(level: LogLevel) -> Self {
        match level {
            LogLevel::Error => Self::ERROR,
            LogLevel::Warn => Self::WARN,
            LogLevel::Info => Self::INFO,
            LogLevel::Debug => Self::DEBUG,
            LogLevel::Trace => Self::TRACE,
        }
    }
}

/// Begins to log: to the file that was asked for, so much, and to standard error as `NEARMISS_LOG` asks
/// (`NEARMISS_LOG=debug`).
///
/// # Errors
/// When the file cannot be written.
pub fn start(path: Option<&Path>, level: LogLevel) -> Result<(), Failure> {
    let to_file = match path {
        Some(path) => {
            let lines = HeldLines::create(path).map_err(|error| {
                Failure::usage(format!("--log {} cannot be written: {error}", path.display()))
            })?;
            let ours = Targets::new().with_target("nearmiss", LevelFilter::from(level));
            let file = LOG.get_or_init(|| Mutex::new(None));
            *file.lock().unwrap_or_else(PoisonError::into_inner) = Some(lines);
            Some(fmt::layer().with_writer(|| Log).with_ansi(false).with_filter(ours))
        }
        None => None,
    };
    let to_terminal = std::env::var("NEARMISS_LOG").ok().map(|filter| {
        // What is printed stands there anyway.
        let filter = EnvFilter::new(format!("{filter},{SAID}=off"));
        fmt::layer().with_writer(std::io::stderr).with_filter(filter)
    });
    if to_file.is_some() || to_terminal.is_some() {
        // A second run in one process (never outside tests) keeps the first log.
        let _ = tracing_subscriber::registry().with(to_file).with(to_terminal).try_init();
    }
    Ok(())
}

/// The file of the log, until the run ends.
static LOG: OnceLock<Mutex<Option<HeldLines>>> = OnceLock::new();

/// Writes to the file of the log, while there is one.
struct Log;

impl Write for Log {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let Some(log) = LOG.get() else { return Ok(bytes.len()) };
        match &mut *log.lock().unwrap_or_else(PoisonError::into_inner) {
            Some(lines) => lines.write(bytes),
            None => Ok(bytes.len()),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Ends the log: what is held is written.
pub fn end() {
    if let Some(log) = LOG.get() {
        drop(log.lock().unwrap_or_else(PoisonError::into_inner).take());
    }
}

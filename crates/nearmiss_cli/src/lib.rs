//! The command line: options, configuration, wiring. Runs inside the Node addon, so that
//! `npx nearmiss` needs one artefact.

mod archive;
mod args;
mod auth;
mod baseline;
mod commands;
mod config;
mod coverage;
mod failure;
mod language;
mod output;
mod plateau;
mod progress;
mod report;
mod report_files;
mod reported_sources;
mod seeds;
mod settings;
mod suite;
mod told;
mod watch;

use std::io::{IsTerminal, stderr, stdout};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use clap::Parser;

use crate::args::{Cli, Command};
use crate::output::Output;

/// What a run needs from its host.
#[derive(Debug)]
pub struct Invocation {
    /// What was typed, without the program's name.
    pub args: Vec<String>,
    /// Folder of the npm package, where the runtime for the SUT lies.
    pub package: PathBuf,
    /// Set by the host to stop soon and keep what was found.
    pub interrupt: Arc<AtomicBool>,
}

/// Runs a command and answers the exit code.
#[must_use]
pub fn run(invocation: Invocation) -> i32 {
    let named = std::iter::once("nearmiss".to_owned()).chain(invocation.args);
    let cli = match Cli::try_parse_from(named) {
        Ok(cli) => cli,
        Err(error) => {
            let output = Output::default();
            let to_error = error.use_stderr();
            let is_terminal =
                if to_error { stderr().is_terminal() } else { stdout().is_terminal() };
            let plain = !is_terminal || std::env::var_os("NO_COLOR").is_some();
            let text = error.render();
            let text = if plain { text.to_string() } else { text.ansi().to_string() };
            let text = text.trim_end();
            if to_error {
                output.warn(text);
            } else {
                output.result(text);
            }
            return error.exit_code();
        }
    };
    start_log();
    let register = commands::register_url(&invocation.package);
    let (result, output) = match &cli.command {
        Command::Fuzz(args) => {
            let output = Arc::new(Output::new(args.quiet));
            let host = commands::fuzz::Host {
                package: invocation.package,
                register,
                interrupt: invocation.interrupt,
            };
            (commands::fuzz::run(args, host, &output), output)
        }
        Command::Instrument(args) => {
            let output = Arc::new(Output::new(args.quiet));
            let interrupt = &invocation.interrupt;
            (commands::instrument::run(args, &invocation.package, interrupt, &output), output)
        }
        Command::Merge(args) => {
            let output = Arc::new(Output::new(args.quiet));
            (commands::merge::run(args, &output), output)
        }
        Command::InternalApart(args) => {
            let output = Arc::new(Output::new(args.fuzz.quiet));
            let host = commands::fuzz::Host {
                package: invocation.package,
                register,
                interrupt: invocation.interrupt,
            };
            (commands::internal_apart::run(args, &host, &output).map(|()| 0), output)
        }
        Command::InternalSend(args) => {
            let output = Arc::new(Output::default());
            (commands::internal_send::run(args, &output).map(|()| 0), output)
        }
        Command::InternalReplayBench(args) => {
            let output = Arc::new(Output::default());
            let result = commands::internal_replay_bench::run(args, &register, &output);
            (result.map(|()| 0), output)
        }
    };
    match result {
        Ok(code) => code,
        Err(failure) => {
            output.warn(&format!("error: {failure}"));
            failure.code
        }
    }
}

/// Logs go to standard error when `NEARMISS_LOG` asks for them (`NEARMISS_LOG=debug`).
fn start_log() {
    let Ok(filter) = std::env::var("NEARMISS_LOG") else { return };
    let subscriber = tracing_subscriber::fmt()
        .with_env_filter(tracing_subscriber::EnvFilter::new(filter))
        .with_writer(std::io::stderr);
    // A second run in one process (never outside tests) keeps the first log.
    let _ = subscriber.try_init();
}

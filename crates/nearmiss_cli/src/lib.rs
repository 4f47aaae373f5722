//! The command line: options, configuration, wiring. Runs inside the Node addon, so that
//! `npx nearmiss` needs one artefact.

mod apart;
mod archive;
mod args;
mod auth;
mod colour;
mod commands;
mod config;
mod databases;
mod duration;
mod failure;
mod headers;
mod held_lines;
mod host;
mod installed;
mod kept;
mod language;
mod log;
mod mounts;
mod not_built;
mod options;
mod output;
mod outside;
mod plateau;
mod private;
mod project;
mod rate_limits;
mod read_problem;
mod report_files;
mod seen_from;
mod settings;
mod sqlite_files;
mod suite;
mod sut;
mod temporary;
mod warnings;
mod written_file;

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use clap::{CommandFactory, Parser};

pub use crate::apart::search_apart;
pub use crate::options::generated::files as configuration_files;

use crate::args::{Cli, Command};
use crate::colour::ColourArg;
use crate::failure::Failure;
use crate::host::Host;
use crate::output::Output;

/// What a run needs from its host.
#[derive(Debug)]
pub struct Invocation {
    /// What was typed, without the program's name.
    pub args: Vec<String>,
    /// What runs JavaScript: the process is Node's, or is told of one.
    pub node: PathBuf,
    /// Folder of the npm package, where the runtime for the SUT lies.
    pub package: PathBuf,
    /// Set by the host to stop soon and keep what was found.
    pub interrupt: Arc<AtomicBool>,
}

/// Runs a command and answers the exit code.
#[must_use]
pub fn run(invocation: Invocation) -> i32 {
    let named = std::iter::once("nearmiss".to_owned()).chain(invocation.args.iter().cloned());
    let cli = match Cli::try_parse_from(named) {
        Ok(cli) => cli,
        Err(error) => return refuse(&error, ColourArg::typed(&invocation.args)),
    };
    let command = &cli.command;
    let output = Arc::new(Output::new(command.quiet(), cli.color));
    let log = command.log();
    let result = log::start(log.file.as_deref(), log.level)
        .and_then(|()| carry_out(command, invocation, &output));
    let code = match result {
        Ok(code) => code,
        Err(failure) => {
            output.warn(&format!("error: {failure}"));
            failure.code
        }
    };
    log::end();
    code
}

/// Prints what clap says of the arguments: help, the version, or what is wrong.
fn refuse(error: &clap::Error, colour: ColourArg) -> i32 {
    let output = Output::new(false, colour);
    let text = error.render().ansi().to_string();
    if error.use_stderr() {
        output.warn(text.trim_end());
    } else {
        output.say(text.trim_end());
    }
    error.exit_code()
}

fn carry_out(
    command: &Command,
    invocation: Invocation,
    output: &Arc<Output>,
) -> Result<i32, Failure> {
    let host = Host::new(invocation.node, invocation.package, invocation.interrupt);
    match command {
        Command::Fuzz(args) => commands::fuzz::run(args, &host, output),
        Command::Init(args) => commands::init::run(args, &host, output),
        Command::Doctor(args) => commands::doctor::run(args, &host, output),
        Command::Instrument(args) => commands::instrument::run(args, &host, output),
        Command::Explain(args) => commands::explain::run(args, &host, output),
        Command::Merge(args) => commands::merge::run(args, output),
        Command::Replay(args) => commands::replay::run(args, &host, output),
        Command::Serve(args) => commands::serve::run(args, &host, output),
        Command::Clean(args) => commands::clean::run(args, output),
        Command::Completions(args) => {
            commands::completions::run(args, Cli::command(), output).map(|()| 0)
        }
    }
}

//! What was typed.

use clap::{Parser, Subcommand};

use crate::colour::ColourArg;
use crate::commands::{
    clean, completions, doctor, explain, fuzz, init, instrument, merge, replay, serve,
};
use crate::options::results::QUIET;
use crate::options::{FuzzArgs, LogArgs};

/// How near did the test miss the branch? White-box fuzzing of Node.js APIs.
#[derive(Debug, Parser)]
#[command(name = "nearmiss", version, disable_help_subcommand = true, max_term_width = 100)]
pub struct Cli {
    /// Colours: auto, always or never. NO_COLOR, FORCE_COLOR and CLICOLOR_FORCE are honoured.
    #[arg(long, value_enum, value_name = "WHEN", default_value_t, global = true)]
    #[arg(hide_default_value = true, hide_possible_values = true)]
    pub color: ColourArg,
    /// What to do.
    #[command(subcommand)]
    pub command: Command,
}

/// The commands.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Search for calls that cover an API's code and crash it; write them as tests.
    #[command(after_help = fuzz::HELP)]
    Fuzz(Box<FuzzArgs>),
    /// Find out how an API starts and write a configuration for it.
    #[command(after_help = init::HELP)]
    Init(init::InitArgs),
    /// Check everything that a search of an API needs, and say what to do.
    #[command(after_help = doctor::HELP)]
    Doctor(Box<doctor::DoctorArgs>),
    /// Put probes into JavaScript and TypeScript ahead of time.
    #[command(after_help = instrument::HELP)]
    Instrument(instrument::InstrumentArgs),
    /// Say of a target that is not covered how near the tests came to it, and with which values.
    #[command(after_help = explain::HELP)]
    Explain(Box<explain::ExplainArgs>),
    /// Run a written suite again: are its faults still there, do its tests pass, do they flicker?
    #[command(after_help = replay::HELP)]
    Replay(replay::ReplayArgs),
    /// Be the controller of an API for EvoMaster's core, which then searches.
    #[command(after_help = serve::HELP)]
    Serve(Box<serve::ServeArgs>),
    /// Make one archive of several that searches of one API have saved; nothing is run.
    #[command(after_help = merge::HELP)]
    Merge(merge::MergeArgs),
    /// Put back and take away what runs that were killed have left.
    #[command(after_help = clean::HELP)]
    Clean(clean::CleanArgs),
    /// Print what a shell needs to complete commands and options.
    #[command(after_help = completions::HELP)]
    Completions(completions::CompletionsArgs),
}

impl Command {
    /// Whether only warnings and errors are wanted.
    pub fn quiet(&self) -> bool {
        match self {
            Self::Fuzz(args) => args.has(&QUIET),
            Self::Init(args) => args.quiet,
            Self::Instrument(args) => args.quiet,
            Self::Explain(args) => args.fuzz.has(&QUIET),
            Self::Merge(args) => args.quiet,
            Self::Replay(args) => args.quiet,
            Self::Serve(args) => args.search.has(&QUIET),
            _ => false,
        }
    }

    /// Where a log is wanted.
    pub fn log(&self) -> LogArgs {
        match self {
            Self::Fuzz(args) => LogArgs::of(args.matches()),
            Self::Init(args) => args.log.clone(),
            Self::Doctor(args) => args.log.clone(),
            Self::Explain(args) => LogArgs::of(args.fuzz.matches()),
            Self::Serve(args) => args.log.clone(),
            _ => LogArgs::default(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_line_is_consistent() {
        use clap::CommandFactory;
        Cli::command().debug_assert();
    }
}

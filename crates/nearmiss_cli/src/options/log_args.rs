//! Where the log goes: options that several commands have.

use std::path::PathBuf;

use clap::{ArgMatches, Args, Command, FromArgMatches};

use super::results::{LOG, LOG_LEVEL};
use crate::log::LogLevel;

/// Where the log goes.
#[derive(Clone, Debug, Default)]
pub struct LogArgs {
    /// The file.
    pub file: Option<PathBuf>,
    /// How much of it.
    pub level: LogLevel,
}

impl LogArgs {
    /// Answers what was typed.
    pub fn of(matches: &ArgMatches) -> Self {
        let file = matches.try_get_one(LOG.name()).ok().flatten().cloned();
        let level = matches.try_get_one(LOG_LEVEL.name()).ok().flatten().copied();
        Self { file, level: level.unwrap_or_default() }
    }
}

impl FromArgMatches for LogArgs {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        Ok(Self::of(matches))
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Self::of(matches);
        Ok(())
    }
}

impl Args for LogArgs {
    fn augment_args(command: Command) -> Command {
        command.args([LOG.arg(), LOG_LEVEL.arg()])
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

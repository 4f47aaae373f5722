//! Options as they were typed: what clap knows of them.

use std::fmt;
use std::marker::PhantomData;
use std::path::Path;

use clap::{Arg, ArgMatches, Args, Command, FromArgMatches};

use super::kind::OptionValue;
use super::option::{AnyOption, FuzzOption};

/// Options that a command takes.
pub trait Taken {
    /// Answers their arguments.
    fn args() -> Vec<Arg>;
}

/// Options of a command that were typed.
#[derive(Clone)]
pub struct Typed<S> {
    matches: ArgMatches,
    taken: PhantomData<S>,
}

impl<S> Typed<S> {
    /// Answers what clap read.
    pub fn matches(&self) -> &ArgMatches {
        &self.matches
    }

    /// Tells whether an option was typed.
    pub fn has(&self, option: &dyn AnyOption) -> bool {
        option.is_typed(&self.matches)
    }

    /// Answers the value of an option that was typed in the folder `here`.
    pub fn value<T: OptionValue>(&self, option: &FuzzOption<Option<T>>, here: &Path) -> Option<T> {
        option.typed(&self.matches, here).flatten()
    }
}

impl<S> fmt::Debug for Typed<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.matches.fmt(f)
    }
}

impl<S> FromArgMatches for Typed<S> {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        Ok(Self { matches: matches.clone(), taken: PhantomData })
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        self.matches = matches.clone();
        Ok(())
    }
}

impl<S: Taken> Args for Typed<S> {
    fn augment_args(command: Command) -> Command {
        command.args(S::args())
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

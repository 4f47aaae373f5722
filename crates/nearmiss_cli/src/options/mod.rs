//! The options of `fuzz`, each of which is one entry of a list: of [`api`], [`search`] or [`results`]. Its flag, its
//! key in a configuration, its type, its help and its default stand there, and nowhere else; from the lists come the
//! arguments of the command line, what is checked and typed in `npm/nearmiss/config/generated`, and what shells
//! complete.

pub mod api;
mod form;
pub mod generated;
mod given;
mod kind;
mod log_args;
mod merged;
mod numbers;
mod option;
mod places;
pub mod results;
pub mod search;
mod single;
mod typed;
mod words;

use clap::Arg;

pub use self::kind::OptionValue;
pub use self::log_args::LogArgs;
pub use self::merged::Options;
pub use self::option::{AnyOption, FuzzOption};
pub use self::places::GivenUsers;
pub use self::typed::{Taken, Typed};
pub use self::words::{AlgorithmArg, CompilerArg, SourceMapsArg, Technique};

/// Answers all options, in the order of the help.
pub fn all() -> impl Iterator<Item = &'static dyn AnyOption> + Clone {
    [api::ALL, search::ALL, results::ALL].into_iter().flatten().copied()
}

/// Marks what was typed for `fuzz`: all options.
#[derive(Clone, Copy, Debug)]
pub struct OfFuzz;

impl Taken for OfFuzz {
    fn args() -> Vec<Arg> {
        all().filter_map(AnyOption::argument).collect()
    }
}

/// Options of `fuzz` that were typed.
pub type FuzzArgs = Typed<OfFuzz>;

#[cfg(test)]
pub mod tests {
    use std::collections::BTreeSet;

    use super::*;

    /// Answers options as if these were typed.
    pub fn typed(words: &[&str]) -> FuzzArgs {
        use clap::{Args, Command, FromArgMatches};
        let command = FuzzArgs::augment_args(Command::new("fuzz").no_binary_name(true));
        let matches = command.try_get_matches_from(words).unwrap();
        FuzzArgs::from_arg_matches(&matches).unwrap()
    }

    #[test]
    fn every_entry_is_listed_once() {
        let names: BTreeSet<&str> = all().map(AnyOption::name).collect();
        assert_eq!(names.len(), all().count());
        let texts = [include_str!("api.rs"), include_str!("search.rs"), include_str!("results.rs")];
        let entries = texts.iter().map(|text| text.matches(": FuzzOption<").count());
        assert_eq!(entries.sum::<usize>(), names.len());
    }

    #[test]
    fn every_default_is_a_value() {
        let nothing = typed(&[]);
        let config = crate::config::Config::default();
        let here = std::path::Path::new("/here");
        assert!(Options::merge(all(), (nothing.matches(), here), &config, here).is_ok());
    }
}

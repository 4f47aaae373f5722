//! What was typed and what the configuration holds, as one: what was typed wins.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::path::Path;

use clap::ArgMatches;

use super::given::{From, Given, Settled};
use super::kind::OptionValue;
use super::option::{AnyOption, FuzzOption};
use crate::config::Config;
use crate::failure::Failure;

/// Values of options.
#[derive(Clone, Default)]
pub struct Options {
    values: BTreeMap<&'static str, Settled>,
}

impl Options {
    /// Merges what was typed with a configuration. `cwd`: the folder for which it was looked for.
    ///
    /// # Errors
    /// What the configuration holds cannot be used.
    pub fn merge<'o>(
        options: impl Iterator<Item = &'o dyn AnyOption> + Clone,
        (typed, here): (&ArgMatches, &Path),
        config: &Config,
        cwd: &Path,
    ) -> Result<Self, Failure> {
        let typed_ones = options.clone().filter(|option| option.is_typed(typed));
        let names: BTreeSet<&str> = typed_ones.clone().map(AnyOption::name).collect();
        let excluded = typed_ones.flat_map(AnyOption::excludes).copied();
        let excluding = options
            .clone()
            .filter(|option| option.excludes().iter().any(|excluded| names.contains(excluded)));
        let given = Given {
            typed,
            here,
            configured: &config.options,
            beside: config.folder(cwd),
            shadowed: excluded.chain(excluding.map(AnyOption::name)).collect(),
        };
        let settled = options.map(|option| Ok((option.name(), option.settle(&given)?)));
        Ok(Self { values: settled.collect::<Result<_, Failure>>()? })
    }

    /// Answers what a configuration holds for some options. `cwd`: the folder for which it was looked for.
    ///
    /// # Errors
    /// What it holds cannot be used.
    pub fn configured(
        options: &[&dyn AnyOption],
        config: &Config,
        cwd: &Path,
    ) -> Result<Self, Failure> {
        Self::merge(options.iter().copied(), (&ArgMatches::default(), cwd), config, cwd)
    }

    fn settled<T: OptionValue>(&self, option: &FuzzOption<T>) -> &Settled {
        let name = option.name();
        self.values.get(name).unwrap_or_else(|| panic!("the option {name} is not in the registry"))
    }

    /// Answers the value of an option.
    ///
    /// # Panics
    /// When the registry does not list it.
    pub fn get<T: OptionValue>(&self, option: &FuzzOption<T>) -> &T {
        let value = self.settled(option).value.downcast_ref();
        value.unwrap_or_else(|| panic!("two options are called {}", option.name()))
    }

    /// Tells whether a switch is on.
    ///
    /// # Panics
    /// As [`Self::get`].
    pub fn is(&self, option: &FuzzOption<bool>) -> bool {
        *self.get(option)
    }

    /// Answers the values of an option that takes any number of them.
    ///
    /// # Panics
    /// As [`Self::get`].
    pub fn list<V: OptionValue>(&self, option: &FuzzOption<Vec<V>>) -> &[V] {
        self.get::<Vec<V>>(option)
    }

    /// Answers the value of an option that was typed.
    pub fn typed<T: OptionValue>(&self, option: &FuzzOption<T>) -> Option<&T> {
        self.is_typed(option).then(|| self.get(option))
    }

    /// Tells whether an option was typed.
    pub fn is_typed<T: OptionValue>(&self, option: &FuzzOption<T>) -> bool {
        self.settled(option).from == From::Typed
    }

    /// Answers how a message names an option: as it was typed, or as the configuration has it.
    pub fn named<T: OptionValue>(&self, option: &FuzzOption<T>) -> String {
        option.named(self.settled(option).from)
    }
}

impl fmt::Debug for Options {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.values.keys()).finish()
    }
}

//! An option of `fuzz`: everything that is known of it, in one entry.

use std::any::Any;
use std::path::Path;
use std::sync::Arc;

use clap::{Arg, ArgMatches};

use super::form::Form;
use super::given::{From, Given, Settled};
use super::kind::{Kind, OptionValue};
use crate::failure::Failure;

/// Where an option can be given.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
enum Place {
    Anywhere,
    CommandLine,
    Configuration,
}

/// An option, whose value is a `T`.
pub struct FuzzOption<T: 'static> {
    name: &'static str,
    kind: &'static dyn Kind<T>,
    help: &'static str,
    doc: Option<&'static str>,
    heading: &'static str,
    place: Place,
    flag: &'static str,
    short: Option<char>,
    excludes: &'static [&'static str],
    requires: Option<&'static str>,
    is_hidden: bool,
}

impl<T: OptionValue> FuzzOption<T> {
    /// Makes an option of the group `heading` of the help. `name` is its flag, and in camelCase its key in a
    /// configuration. `help`: a sentence or two for both, without the default, which its type tells.
    pub const fn new(
        heading: &'static str,
        name: &'static str,
        kind: &'static dyn Kind<T>,
        help: &'static str,
    ) -> Self {
        Self {
            name,
            kind,
            help,
            doc: None,
            heading,
            place: Place::Anywhere,
            flag: name,
            short: None,
            excludes: &[],
            requires: None,
            is_hidden: false,
        }
    }

    /// Answers the same with other words where it is a key of a configuration.
    pub const fn doc(mut self, doc: &'static str) -> Self {
        self.doc = Some(doc);
        self
    }

    /// Answers the same as an option that can only be typed.
    pub const fn only_typed(mut self) -> Self {
        self.place = Place::CommandLine;
        self
    }

    /// Answers the same as an option that only a configuration can hold.
    pub const fn only_configured(mut self) -> Self {
        self.place = Place::Configuration;
        self
    }

    /// Answers the same with a flag of another name.
    pub const fn flag(mut self, flag: &'static str) -> Self {
        self.flag = flag;
        self
    }

    /// Answers the same with a short flag, too.
    pub const fn short(mut self, short: char) -> Self {
        self.short = Some(short);
        self
    }

    /// Answers the same as one that contradicts others, by their names: they cannot be typed together, and what is
    /// typed makes a configuration's of no account.
    pub const fn excludes(mut self, names: &'static [&'static str]) -> Self {
        self.excludes = names;
        self
    }

    /// Answers the same as one that means something only beside another one.
    pub const fn requires(mut self, name: &'static str) -> Self {
        self.requires = Some(name);
        self
    }

    /// Answers the same without a place in the help: for our own tests and experiments.
    pub const fn hidden(mut self) -> Self {
        self.is_hidden = true;
        self.only_typed()
    }

    /// Answers its name, by which merged options know it.
    pub const fn name(&self) -> &'static str {
        self.name
    }

    /// Answers the value that was typed in the folder `here`.
    pub fn typed(&self, matches: &ArgMatches, here: &Path) -> Option<T> {
        self.kind.typed(matches, self.name, here)
    }

    /// Answers the value that holds when none is given.
    pub fn absent(&self) -> T {
        self.kind.absent()
    }

    /// Answers the argument of the command line.
    pub fn arg(&self) -> Arg {
        let mut help = self.help.to_owned();
        if let Some(default) = self.kind.default() {
            help = format!("{help} Default {default}.");
        }
        let arg = Arg::new(self.name)
            .long(self.flag)
            .help(help.strip_suffix('.').unwrap_or(&help).to_owned())
            .help_heading(self.heading)
            .conflicts_with_all(self.excludes)
            .hide(self.is_hidden);
        let arg = match self.short {
            Some(short) => arg.short(short),
            None => arg,
        };
        let arg = match self.requires {
            Some(name) => arg.requires(name),
            None => arg,
        };
        self.kind.arg(arg)
    }

    /// Answers how a message names it: as it was typed, or as a configuration has it.
    pub fn named(&self, from: From) -> String {
        match from {
            From::Typed => format!("--{}", self.flag),
            From::Configuration | From::Nowhere => {
                format!("{} in the configuration file", camel_case(self.name))
            }
        }
    }
}

/// An option whatever its value is.
pub trait AnyOption {
    /// Answers its name.
    fn name(&self) -> &'static str;

    /// Answers names of those that contradict it.
    fn excludes(&self) -> &'static [&'static str];

    /// Answers the argument of the command line; none where it cannot be typed.
    fn argument(&self) -> Option<Arg>;

    /// Answers the key in a configuration; none where that cannot hold it.
    fn key(&self) -> Option<String>;

    /// Answers what it does, for who reads a configuration: with its default, as far as that is one value.
    fn documentation(&self) -> String;

    /// Answers what a configuration may hold.
    fn form(&self) -> Form;

    /// Tells whether it was typed.
    fn is_typed(&self, matches: &ArgMatches) -> bool;

    /// Answers its value: what was typed, else what is configured, else what holds without.
    ///
    /// # Errors
    /// What the configuration holds cannot be used.
    fn settle(&self, given: &Given<'_>) -> Result<Settled, Failure>;
}

impl<T: OptionValue> AnyOption for FuzzOption<T> {
    fn name(&self) -> &'static str {
        self.name
    }

    fn excludes(&self) -> &'static [&'static str] {
        self.excludes
    }

    fn argument(&self) -> Option<Arg> {
        (self.place != Place::Configuration).then(|| self.arg())
    }

    fn key(&self) -> Option<String> {
        (self.place != Place::CommandLine).then(|| camel_case(self.name))
    }

    fn documentation(&self) -> String {
        let doc = self.doc.unwrap_or(self.help);
        match (self.kind.default(), self.form()) {
            (Some(default), Form::Count(_)) => format!("{doc} Default: {default}."),
            (Some(default), _) => format!("{doc} Default: \"{default}\"."),
            (None, _) => doc.to_owned(),
        }
    }

    fn form(&self) -> Form {
        self.kind.form()
    }

    fn is_typed(&self, matches: &ArgMatches) -> bool {
        self.typed(matches, Path::new("")).is_some()
    }

    fn settle(&self, given: &Given<'_>) -> Result<Settled, Failure> {
        let settled =
            |value: T, from| Settled { value: Arc::new(value) as Arc<dyn Any + Send + Sync>, from };
        if let Some(value) = self.typed(given.typed, given.here) {
            return Ok(settled(value, From::Typed));
        }
        let configured = self.key().and_then(|key| given.configured.get(&key));
        match configured.filter(|_| !given.is_shadowed(self.name)) {
            Some(value) => {
                let value = self.kind.written(value, given.beside).map_err(|why| {
                    Failure::usage(format!("{}: {why}", self.named(From::Configuration)))
                })?;
                Ok(settled(value, From::Configuration))
            }
            None => Ok(settled(self.absent(), From::Nowhere)),
        }
    }
}

/// Answers `start-timeout` as `startTimeout`.
fn camel_case(name: &str) -> String {
    let mut parts = name.split('-');
    let mut key = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (first, rest) = part.split_at(1);
        key.push_str(&first.to_ascii_uppercase());
        key.push_str(rest);
    }
    key
}

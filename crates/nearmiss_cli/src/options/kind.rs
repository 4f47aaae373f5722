//! The types of options: a value or none, a value or its default, a list, a switch.

use std::path::Path;

use clap::{Arg, ArgAction, ArgMatches};
use serde_json::Value;

use super::form::Form;
use super::single::Single;

/// The type of an option, whose value is a `T` whether or not it was given.
pub trait Kind<T> {
    /// Completes an argument with what is read for it.
    fn arg(&self, arg: Arg) -> Arg;

    /// Answers the value that was typed, in the folder `here`; none when it was not typed.
    fn typed(&self, matches: &ArgMatches, id: &str, here: &Path) -> Option<T>;

    /// Reads what a configuration in the folder `beside` holds.
    ///
    /// # Errors
    /// With a text for people.
    fn written(&self, value: &Value, beside: &Path) -> Result<T, String>;

    /// Answers the value when none is given.
    fn absent(&self) -> T;

    /// Answers what a configuration may hold.
    fn form(&self) -> Form;

    /// Answers the value that holds when none is given, as it would be written; none when there is none, or words have
    /// to tell.
    fn default(&self) -> Option<&'static str> {
        None
    }
}

/// What values of options must be.
pub trait OptionValue: Clone + Send + Sync + 'static {}

impl<V: Clone + Send + Sync + 'static> OptionValue for V {}

fn argument<V>(of: &dyn Single<V>, arg: Arg) -> Arg {
    let arg = arg.value_parser(of.parser());
    match of.shown() {
        Some(name) => arg.value_name(name),
        None => arg,
    }
}

/// Answers the values that were typed. An option that the command does not have was not.
fn all_typed<V: OptionValue>(
    of: &dyn Single<V>,
    matches: &ArgMatches,
    id: &str,
    here: &Path,
) -> Vec<V> {
    let typed = matches.try_get_many::<V>(id).ok().flatten().unwrap_or_default();
    typed.map(|value| of.seen_from(value.clone(), here)).collect()
}

/// A value, or none.
pub struct Maybe<V: 'static>(pub &'static dyn Single<V>);

impl<V: OptionValue> Kind<Option<V>> for Maybe<V> {
    fn arg(&self, arg: Arg) -> Arg {
        argument(self.0, arg)
    }

    fn typed(&self, matches: &ArgMatches, id: &str, here: &Path) -> Option<Option<V>> {
        all_typed(self.0, matches, id, here).pop().map(Some)
    }

    fn written(&self, value: &Value, beside: &Path) -> Result<Option<V>, String> {
        self.0.written(value).map(|value| Some(self.0.seen_from(value, beside)))
    }

    fn absent(&self) -> Option<V> {
        None
    }

    fn form(&self) -> Form {
        self.0.form()
    }
}

/// A value, or the one that is named: as it would be written.
pub struct Or<V: 'static>(pub &'static str, pub &'static dyn Single<V>);

impl<V: OptionValue> Kind<V> for Or<V> {
    fn arg(&self, arg: Arg) -> Arg {
        argument(self.1, arg)
    }

    fn typed(&self, matches: &ArgMatches, id: &str, here: &Path) -> Option<V> {
        all_typed(self.1, matches, id, here).pop()
    }

    fn written(&self, value: &Value, beside: &Path) -> Result<V, String> {
        self.1.written(value).map(|value| self.1.seen_from(value, beside))
    }

    fn absent(&self) -> V {
        // Numbers are numbers in JSON, all others are texts.
        let value = serde_json::from_str(self.0).unwrap_or_else(|_| self.0.into());
        self.1.written(&value).expect("a default is a value: a test reads each")
    }

    fn form(&self) -> Form {
        self.1.form()
    }

    fn default(&self) -> Option<&'static str> {
        Some(self.0)
    }
}

/// Any number of values. Those that are typed take the place of those in the configuration.
pub struct Many<V: 'static>(pub &'static dyn Single<V>);

impl<V: OptionValue> Kind<Vec<V>> for Many<V> {
    fn arg(&self, arg: Arg) -> Arg {
        argument(self.0, arg).action(ArgAction::Append)
    }

    fn typed(&self, matches: &ArgMatches, id: &str, here: &Path) -> Option<Vec<V>> {
        let typed = all_typed(self.0, matches, id, here);
        (!typed.is_empty()).then_some(typed)
    }

    fn written(&self, value: &Value, beside: &Path) -> Result<Vec<V>, String> {
        let values = value.as_array().map_or(std::slice::from_ref(value), Vec::as_slice);
        let read = |value| self.0.written(value).map(|value| self.0.seen_from(value, beside));
        values.iter().map(read).collect()
    }

    fn absent(&self) -> Vec<V> {
        Vec::new()
    }

    fn form(&self) -> Form {
        Form::List(Box::new(self.0.form()))
    }
}

/// A switch: off unless it is switched on.
pub struct Switch;

/// A switch that is on unless it is switched off.
pub struct OnUnless;

fn is_typed(matches: &ArgMatches, id: &str) -> bool {
    matches.try_get_one::<bool>(id).ok().flatten().is_some_and(|typed| *typed)
}

fn flag_of(value: &Value) -> Result<bool, String> {
    value.as_bool().ok_or_else(|| format!("{value} is neither true nor false"))
}

impl Kind<bool> for Switch {
    fn arg(&self, arg: Arg) -> Arg {
        arg.action(ArgAction::SetTrue)
    }

    fn typed(&self, matches: &ArgMatches, id: &str, _here: &Path) -> Option<bool> {
        is_typed(matches, id).then_some(true)
    }

    fn written(&self, value: &Value, _beside: &Path) -> Result<bool, String> {
        flag_of(value)
    }

    fn absent(&self) -> bool {
        false
    }

    fn form(&self) -> Form {
        Form::Flag
    }
}

impl Kind<bool> for OnUnless {
    fn arg(&self, arg: Arg) -> Arg {
        arg.action(ArgAction::SetTrue)
    }

    fn typed(&self, matches: &ArgMatches, id: &str, _here: &Path) -> Option<bool> {
        is_typed(matches, id).then_some(false)
    }

    fn written(&self, value: &Value, _beside: &Path) -> Result<bool, String> {
        flag_of(value)
    }

    fn absent(&self) -> bool {
        true
    }

    fn form(&self) -> Form {
        Form::Flag
    }
}

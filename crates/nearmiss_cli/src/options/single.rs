//! The types of single values: how each is read from the command line and from the configuration.

use std::marker::PhantomData;
use std::path::Path;
use std::time::Duration;

use clap::ValueEnum;
use clap::builder::{EnumValueParser, PossibleValuesParser, ValueParser};
use serde_json::Value;

use super::form::Form;
use super::words::SourceMapsArg;
use crate::duration::duration;
use crate::plateau::{Plateau, plateau};

/// The type of one value.
pub trait Single<V> {
    /// Reads what was typed.
    fn parser(&self) -> ValueParser;

    /// Answers what stands for the value in the help, `FILE` for example; none: what the value may be is listed.
    fn shown(&self) -> Option<&'static str>;

    /// Reads what a configuration holds, which has been checked for its [`Form`].
    ///
    /// # Errors
    /// With a text for people.
    fn written(&self, value: &Value) -> Result<V, String>;

    /// Answers the value as it is meant when it was typed, or written into a file, in this folder.
    fn seen_from(&self, value: V, _folder: &Path) -> V {
        value
    }

    /// Answers what a configuration may hold.
    fn form(&self) -> Form;
}

/// Answers the text that a configuration holds.
///
/// # Errors
/// It holds something else.
pub fn text_of(value: &Value) -> Result<String, String> {
    value.as_str().map(str::to_owned).ok_or_else(|| format!("{value} is no text"))
}

/// A text, with what stands for it in the help.
pub struct Text(pub &'static str);

impl Single<String> for Text {
    fn parser(&self) -> ValueParser {
        ValueParser::string()
    }

    fn shown(&self) -> Option<&'static str> {
        Some(self.0)
    }

    fn written(&self, value: &Value) -> Result<String, String> {
        text_of(value)
    }

    fn form(&self) -> Form {
        Form::Text
    }
}

/// A glob.
pub struct Glob;

impl Single<String> for Glob {
    fn parser(&self) -> ValueParser {
        ValueParser::string()
    }

    fn shown(&self) -> Option<&'static str> {
        Some("GLOB")
    }

    fn written(&self, value: &Value) -> Result<String, String> {
        text_of(value)
    }

    fn form(&self) -> Form {
        Form::Glob
    }
}

/// A header of calls, as `Name: value`.
pub struct Header;

impl Single<String> for Header {
    fn parser(&self) -> ValueParser {
        ValueParser::string()
    }

    fn shown(&self) -> Option<&'static str> {
        Some("HEADER")
    }

    fn written(&self, value: &Value) -> Result<String, String> {
        text_of(value)
    }

    fn form(&self) -> Form {
        Form::Header
    }
}

/// A time.
pub struct Time;

impl Single<Duration> for Time {
    fn parser(&self) -> ValueParser {
        ValueParser::new(duration)
    }

    fn shown(&self) -> Option<&'static str> {
        Some("TIME")
    }

    fn written(&self, value: &Value) -> Result<Duration, String> {
        duration(&text_of(value)?)
    }

    fn form(&self) -> Form {
        Form::Duration
    }
}

/// How long nothing new may be found.
pub struct HowLong;

impl Single<Plateau> for HowLong {
    fn parser(&self) -> ValueParser {
        ValueParser::new(plateau)
    }

    fn shown(&self) -> Option<&'static str> {
        Some("SHARE|CALLS|TIME")
    }

    fn written(&self, value: &Value) -> Result<Plateau, String> {
        plateau(&text_of(value)?)
    }

    fn form(&self) -> Form {
        Form::Text
    }
}

/// One of the words of an enumeration, with what stands for it in the help.
pub struct Choice<E> {
    shown: &'static str,
    words: PhantomData<E>,
}

impl<E> Choice<E> {
    /// Makes one of its words.
    pub const fn shown(shown: &'static str) -> Self {
        Self { shown, words: PhantomData }
    }
}

impl<E: ValueEnum + Clone + Send + Sync + 'static> Single<E> for Choice<E> {
    fn parser(&self) -> ValueParser {
        EnumValueParser::<E>::new().into()
    }

    fn shown(&self) -> Option<&'static str> {
        Some(self.shown)
    }

    fn written(&self, value: &Value) -> Result<E, String> {
        E::from_str(&text_of(value)?, false)
    }

    fn form(&self) -> Form {
        let names = E::value_variants().iter().filter_map(ValueEnum::to_possible_value);
        Form::OneOf(names.map(|name| name.get_name().into()).collect())
    }
}

/// One of some words, with what stands for it in the help.
pub struct Word(pub &'static str, pub &'static [&'static str]);

impl Single<String> for Word {
    fn parser(&self) -> ValueParser {
        PossibleValuesParser::new(self.1).into()
    }

    fn shown(&self) -> Option<&'static str> {
        Some(self.0)
    }

    fn written(&self, value: &Value) -> Result<String, String> {
        text_of(value)
    }

    fn form(&self) -> Form {
        Form::OneOf(self.1.iter().map(|&word| word.into()).collect())
    }
}

/// Source maps: a switch, or a word.
pub struct SourceMaps;

impl Single<SourceMapsArg> for SourceMaps {
    fn parser(&self) -> ValueParser {
        EnumValueParser::<SourceMapsArg>::new().into()
    }

    fn shown(&self) -> Option<&'static str> {
        None
    }

    fn written(&self, value: &Value) -> Result<SourceMapsArg, String> {
        match value {
            Value::Bool(true) => Ok(SourceMapsArg::True),
            Value::Bool(false) => Ok(SourceMapsArg::False),
            _ => SourceMapsArg::from_str(&text_of(value)?, false),
        }
    }

    fn form(&self) -> Form {
        Form::OneOf(vec![true.into(), false.into(), "inline".into()])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn source_maps_are_a_switch_or_a_word() {
        let read = |value: Value| SourceMaps.written(&value).unwrap();
        assert_eq!(read(true.into()), SourceMapsArg::True);
        assert_eq!(read(false.into()), SourceMapsArg::False);
        assert_eq!(read("inline".into()), SourceMapsArg::Inline);
    }
}

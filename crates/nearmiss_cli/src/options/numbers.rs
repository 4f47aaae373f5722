//! Values that are numbers.

use std::marker::PhantomData;

use clap::builder::ValueParser;
use clap::value_parser;
use serde::de::DeserializeOwned;
use serde_json::Value;

use super::form::Form;
use super::single::Single;

/// A port.
pub struct Port;

impl Single<u16> for Port {
    fn parser(&self) -> ValueParser {
        value_parser!(u16).into()
    }

    fn shown(&self) -> Option<&'static str> {
        Some("PORT")
    }

    fn written(&self, value: &Value) -> Result<u16, String> {
        serde_json::from_value(value.clone()).map_err(|_| format!("{value} is no port"))
    }

    fn form(&self) -> Form {
        Form::Port
    }
}

/// A type of whole numbers.
pub trait Whole: DeserializeOwned {
    /// Reads what was typed; `most`: no larger one, and none below 1.
    fn parser(most: Option<u16>) -> ValueParser;
}

impl Whole for u16 {
    fn parser(most: Option<u16>) -> ValueParser {
        match most {
            Some(most) => value_parser!(u16).range(1..=i64::from(most)).into(),
            None => value_parser!(u16).into(),
        }
    }
}

impl Whole for u32 {
    fn parser(_most: Option<u16>) -> ValueParser {
        value_parser!(u32).into()
    }
}

impl Whole for u64 {
    fn parser(_most: Option<u16>) -> ValueParser {
        value_parser!(u64).into()
    }
}

impl Whole for usize {
    fn parser(_most: Option<u16>) -> ValueParser {
        value_parser!(usize).into()
    }
}

/// A whole number.
pub struct Count<V> {
    /// The least one that a configuration may hold.
    least: u64,
    /// The largest one that may be typed, if there is one.
    most: Option<u16>,
    value: PhantomData<V>,
}

impl<V> Count<V> {
    /// Makes a number from this one up.
    pub const fn from(least: u64) -> Self {
        Self { least, most: None, value: PhantomData }
    }

    /// Makes a number from 1 to `most`.
    pub const fn to(most: u16) -> Self {
        Self { least: 1, most: Some(most), value: PhantomData }
    }
}

impl<V: Whole> Single<V> for Count<V> {
    fn parser(&self) -> ValueParser {
        V::parser(self.most)
    }

    fn shown(&self) -> Option<&'static str> {
        Some("N")
    }

    fn written(&self, value: &Value) -> Result<V, String> {
        serde_json::from_value(value.clone()).map_err(|_| format!("{value} is too large"))
    }

    fn form(&self) -> Form {
        Form::Count(self.least)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_that_does_not_fit_is_told() {
        assert_eq!(Count::<u16>::from(1).written(&7.into()), Ok(7));
        assert_eq!(
            Count::<u16>::from(1).written(&70_000.into()),
            Err("70000 is too large".to_owned())
        );
    }
}

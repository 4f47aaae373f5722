//! What the values of options are taken from, and what comes of it.

use std::any::Any;
use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Arc;

use clap::ArgMatches;
use serde_json::{Map, Value};

/// Where a value comes from.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum From {
    /// It was typed.
    Typed,
    /// The configuration holds it.
    Configuration,
    /// It is what holds without.
    Nowhere,
}

/// A value of some option.
#[derive(Clone)]
pub struct Settled {
    /// The value.
    pub value: Arc<dyn Any + Send + Sync>,
    /// Where it comes from.
    pub from: From,
}

/// What values are taken from.
pub struct Given<'a> {
    /// What was typed.
    pub typed: &'a ArgMatches,
    /// The folder that it was typed in.
    pub here: &'a Path,
    /// What the configuration holds.
    pub configured: &'a Map<String, Value>,
    /// The folder that the configuration lies in.
    pub beside: &'a Path,
    /// Names of options that contradict what was typed.
    pub shadowed: BTreeSet<&'static str>,
}

impl Given<'_> {
    /// Tells whether what the configuration says of the option of this name is of no account.
    pub fn is_shadowed(&self, name: &str) -> bool {
        self.shadowed.contains(name)
    }
}

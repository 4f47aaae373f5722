//! Routes of the running API, and whose calls they handle.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// A route as the router of the running API has it.
#[derive(Clone, Debug, Default, Deserialize, Eq, Hash, PartialEq, Serialize)]
pub struct FoundRoute {
    /// Its method.
    pub method: String,
    /// The whole path, parameters in braces (`/users/{id}`); of a route that is a regular
    /// expression nothing.
    #[serde(default)]
    pub path: String,
    /// Regular expressions of parameters, by name; each must match the whole segment.
    #[serde(default)]
    pub patterns: BTreeMap<String, String>,
    /// The regular expression that paths of this route match.
    #[serde(default)]
    pub regexp: Option<String>,
}

/// Middleware of the running API at a path of its own, whose routes are not known.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq)]
pub struct FoundMount {
    /// The path that it stands at.
    pub path: String,
    /// Set where it answers itself what comes to it.
    #[serde(default)]
    pub ends: bool,
}

/// What a route that handled calls made for an operation says of whose they are.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Handled {
    /// That operation's.
    AsMeant,
    /// One of these, by index: the one whose path is the sent one.
    ByOneOf(Vec<usize>),
    /// No operation's, though the one that they were made for has a route: the route's name.
    ByNone(String),
}

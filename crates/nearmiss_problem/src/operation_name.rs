//! Names of operations.

use std::borrow::Borrow;
use std::fmt;
use std::ops::Deref;

use serde::{Deserialize, Serialize};

/// The name of an operation, `GET:/books/{id}`: its verb and its path. The only place that knows how the two are put together.
#[derive(Clone, Debug, Default, Deserialize, Eq, Hash, Ord, PartialEq, PartialOrd, Serialize)]
#[serde(transparent)]
pub struct OperationName(String);

impl OperationName {
    /// Puts a name together.
    #[must_use]
    pub fn new(verb: &str, path: &str) -> Self {
        Self(format!("{verb}:{path}"))
    }

    /// Takes a name apart: its verb and its path. A text that is no such name has an empty verb.
    #[must_use]
    pub fn parts_of(name: &str) -> (&str, &str) {
        name.split_once(':').unwrap_or(("", name))
    }

    /// Answers its verb, in upper case as the document or the route had it.
    #[must_use]
    pub fn verb(&self) -> &str {
        Self::parts_of(&self.0).0
    }

    /// Answers its path, with `{name}` where a parameter stands.
    #[must_use]
    pub fn path(&self) -> &str {
        Self::parts_of(&self.0).1
    }

    /// Tells whether its path is one that people have written: no expression that paths match, and no place that the search has
    /// named (`{s1}`).
    #[must_use]
    pub fn is_of_people(&self) -> bool {
        let is_numbered = |segment: &str| {
            let number = segment.strip_prefix("{s").and_then(|rest| rest.strip_suffix('}'));
            number.is_some_and(|number| number.parse::<u32>().is_ok())
        };
        let path = self.path();
        !path.contains(['^', '\\', '(', '[', '|', '$']) && !path.split('/').any(is_numbered)
    }
}

impl Deref for OperationName {
    type Target = str;

    fn deref(&self) -> &str {
        &self.0
    }
}

impl Borrow<str> for OperationName {
    fn borrow(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for OperationName {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.0)
    }
}

impl From<&str> for OperationName {
    fn from(name: &str) -> Self {
        Self(name.to_owned())
    }
}

impl From<String> for OperationName {
    fn from(name: String) -> Self {
        Self(name)
    }
}

impl From<OperationName> for String {
    fn from(name: OperationName) -> Self {
        name.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_a_verb_and_a_path() {
        let name = OperationName::new("GET", "/books/{id}:lend");
        assert_eq!((name.verb(), name.path()), ("GET", "/books/{id}:lend"));
        assert_eq!(&*name, "GET:/books/{id}:lend");
        assert_eq!(OperationName::parts_of("/books"), ("", "/books"));
        assert_eq!(serde_json::to_string(&name).unwrap(), "\"GET:/books/{id}:lend\"");
    }

    #[test]
    fn names_of_the_search_are_told_from_those_of_people() {
        let is_of_people = |path: &str| OperationName::new("GET", path).is_of_people();
        for path in ["/books/{id}", "/", "/{section}/{slug}", "/s1/{size}"] {
            assert!(is_of_people(path), "{path}");
        }
        for path in ["/{s1}", "/books/{s2}/{s3}", "/{^\\/ab?cd$}", "/{^/(?:a|b)}"] {
            assert!(!is_of_people(path), "{path}");
        }
    }
}

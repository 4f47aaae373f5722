//! What was not understood in a document that is used all the same.

use std::collections::BTreeSet;
use std::fmt;

/// Something in the document that was not understood; the rest goes on without it.
#[derive(Clone, Debug, Eq, Ord, PartialEq, PartialOrd)]
pub struct SchemaWarning {
    /// JSON pointer of the place in the document, as a URI fragment (`#/paths/~1books/get`), or
    /// `options` for what the user said beside it.
    pub pointer: String,
    /// What is wrong and what is done instead.
    pub message: String,
}

impl fmt::Display for SchemaWarning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.pointer, self.message)
    }
}

/// Collects warnings in the order they are met, each once.
#[derive(Debug, Default)]
pub(super) struct Warnings {
    list: Vec<SchemaWarning>,
    seen: BTreeSet<SchemaWarning>,
}

impl Warnings {
    /// Notes what was met at a place.
    pub fn add(&mut self, pointer: &str, message: impl Into<String>) {
        let warning = SchemaWarning { pointer: pointer.to_owned(), message: message.into() };
        if self.seen.insert(warning.clone()) {
            self.list.push(warning);
        }
    }

    /// All that was noted.
    pub fn into_list(self) -> Vec<SchemaWarning> {
        self.list
    }
}

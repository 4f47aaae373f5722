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

/// Warnings that are told: nobody reads more, and a generated document may give one a line.
const MOST_TOLD: usize = 200;

/// Collects warnings in the order they are met, each once.
#[derive(Debug, Default)]
pub(super) struct Warnings {
    list: Vec<SchemaWarning>,
    seen: BTreeSet<SchemaWarning>,
    /// Warnings beyond those that are told.
    more: usize,
}

impl Warnings {
    /// Notes what was met at a place.
    pub fn add(&mut self, pointer: &str, message: impl Into<String>) {
        if self.list.len() >= MOST_TOLD {
            self.more += 1;
            return;
        }
        let warning = SchemaWarning { pointer: pointer.to_owned(), message: message.into() };
        if self.seen.insert(warning.clone()) {
            self.list.push(warning);
        }
    }

    /// All that was noted.
    pub fn into_list(mut self) -> Vec<SchemaWarning> {
        if self.more > 0 {
            let message = format!("{} more warnings are not shown", self.more);
            self.list.push(SchemaWarning { pointer: "#".to_owned(), message });
        }
        self.list
    }
}

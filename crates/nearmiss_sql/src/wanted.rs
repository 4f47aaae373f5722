//! Rows that are wanted, in words of their own.

use std::collections::BTreeMap;

use serde_json::Value;

use crate::domain::Domain;

/// Rows that make a query find something, as far as can be told.
#[derive(Clone, Debug, PartialEq)]
pub struct Plan {
    /// The rows, in the order in which they are put in.
    pub rows: Vec<Row>,
    /// Conditions that were passed over: with any, the rows may not do.
    pub opaque: usize,
}

/// A row.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    /// Index of its table in the schema.
    pub table: usize,
    /// Values of columns, by the index of each; a column that is not among them may have any.
    pub columns: BTreeMap<usize, Wanted>,
    /// Demands of the query itself on columns, by the index of each: the others are given for what tables forbid.
    pub asked: BTreeMap<usize, Allowed>,
}

/// Values that a query allows in a column.
#[derive(Clone, Debug, PartialEq)]
pub struct Allowed(pub(crate) Domain);

impl Allowed {
    /// Tells whether a value is one of them; of what cannot be told that it is none.
    #[must_use]
    pub fn takes(&self, value: &Value) -> bool {
        self.0.takes_surely(value)
    }
}

/// A value of a column.
#[derive(Clone, Debug, PartialEq)]
pub enum Wanted {
    /// This one.
    Value(Value),
    /// Any text that matches a regular expression.
    Pattern(String),
    /// Any that is not null.
    Free,
    /// The one that a row before has, by its index, in a column.
    Same {
        /// Index of the row.
        row: usize,
        /// Index of the column.
        column: usize,
    },
}

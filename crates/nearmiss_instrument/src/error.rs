//! Why a source is not instrumented.

use std::fmt;

/// Something about a place of the source.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Diagnostic {
    /// 1-based line.
    pub line: u32,
    /// 1-based column in UTF-16 units.
    pub column: u32,
    /// What is the matter.
    pub message: String,
}

impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}", self.line, self.column, self.message)
    }
}

/// Why a source is left as it is.
#[derive(Debug, thiserror::Error)]
pub enum InstrumentError {
    /// The source does not parse; V8 may know better.
    #[error("does not parse: {}", first(.0))]
    Parse(Vec<Diagnostic>),
    /// The source is nested too deeply.
    #[error("{}", first(.0))]
    TooDeep(Vec<Diagnostic>),
}

impl InstrumentError {
    /// Where and what.
    #[must_use]
    pub fn diagnostics(&self) -> &[Diagnostic] {
        match self {
            Self::Parse(list) | Self::TooDeep(list) => list,
        }
    }
}

fn first(list: &[Diagnostic]) -> String {
    list.first().map_or_else(String::new, Diagnostic::to_string)
}

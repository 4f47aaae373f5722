//! Why a source is not instrumented.

use crate::lower::Diagnostic;

/// Why a source is left as it is.
#[derive(Debug, thiserror::Error)]
pub enum InstrumentError {
    /// The source cannot be compiled to JavaScript.
    #[error(transparent)]
    Lower(#[from] crate::lower::LowerError),
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
            Self::Lower(error) => &error.diagnostics,
            Self::Parse(list) | Self::TooDeep(list) => list,
        }
    }
}

fn first(list: &[Diagnostic]) -> String {
    list.first().map_or_else(String::new, Diagnostic::to_string)
}

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
    /// The text with probes does not parse; a defect of ours.
    #[error("its probed text does not parse ({}); please report this", first(.0))]
    ProbedText(Vec<Diagnostic>),
    /// The tree of a host is not what it should be.
    #[error("{0}")]
    Hosted(String),
}

impl InstrumentError {
    /// Where and what.
    #[must_use]
    pub fn diagnostics(&self) -> &[Diagnostic] {
        match self {
            Self::Lower(error) => &error.diagnostics,
            Self::Parse(list) | Self::TooDeep(list) | Self::ProbedText(list) => list,
            Self::Hosted(_) => &[],
        }
    }
}

fn first(list: &[Diagnostic]) -> String {
    list.first().map_or_else(String::new, Diagnostic::to_string)
}

//! What can be wrong with a source file.

use std::fmt;

/// A problem at a place of a source file.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Diagnostic {
    /// 1-based line; 0 when the problem has no place.
    pub line: u32,
    /// 1-based column in UTF-16 units; 0 when the problem has no place.
    pub column: u32,
    /// What is wrong.
    pub message: String,
}

impl Diagnostic {
    /// A problem of the whole file.
    #[must_use]
    pub fn of_file(message: impl Into<String>) -> Self {
        Self { line: 0, column: 0, message: message.into() }
    }
}

impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.line == 0 {
            f.write_str(&self.message)
        } else {
            write!(f, "{}:{}: {}", self.line, self.column, self.message)
        }
    }
}

/// Why a file was not compiled.
#[derive(Clone, Debug, Eq, PartialEq, thiserror::Error)]
#[error("{file} cannot be compiled: {}", list(.diagnostics))]
pub struct LowerError {
    /// The file, as named by the options.
    pub file: String,
    /// At least one problem.
    pub diagnostics: Vec<Diagnostic>,
}

fn list(diagnostics: &[Diagnostic]) -> String {
    let texts: Vec<String> = diagnostics.iter().map(Diagnostic::to_string).collect();
    texts.join("; ")
}

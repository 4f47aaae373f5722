//! How a command ends early, with its exit code.

use std::fmt;

/// Why a command ended early.
#[derive(Debug)]
pub struct Failure {
    /// Exit code: 1 the API is of a kind that is not supported, 2 wrong usage or an unusable schema, 3 the SUT could
    /// not be started, 70 our own fault.
    pub code: i32,
    message: String,
}

impl Failure {
    /// Wrong usage, or input that cannot be used.
    #[must_use]
    pub fn usage(message: String) -> Self {
        Self { code: 2, message }
    }

    /// The SUT could not be started.
    #[must_use]
    pub fn start(message: String) -> Self {
        Self { code: 3, message }
    }

    /// The API is started or written in a way that is not supported.
    #[must_use]
    pub fn unsupported(message: String) -> Self {
        Self { code: 1, message }
    }

    /// Tells whether the API is started or written in such a way.
    #[must_use]
    pub fn is_unsupported(&self) -> bool {
        self.code == 1
    }

    /// The system did not give what we need (disk, threads).
    #[must_use]
    pub fn system(what: &str, error: &dyn fmt::Display) -> Self {
        Self { code: 70, message: format!("{what}: {error}") }
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

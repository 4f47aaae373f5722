//! A password, which no text for people shows.

use std::fmt;

/// A password. Its debug form does not show it; it is given to programs in their environment, never as an argument.
#[derive(Clone, Eq, PartialEq)]
pub struct Password(String);

impl Password {
    /// Makes a password of its text.
    #[must_use]
    pub fn new(text: impl Into<String>) -> Self {
        Self(text.into())
    }

    /// Answers its text.
    #[must_use]
    pub fn reveal(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for Password {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("Password(..)")
    }
}

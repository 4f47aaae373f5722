//! A home that was made, before it has its outside.

use crate::ground::{At, Ground};
use crate::original::Login;

/// A home on a server that was made.
#[derive(Debug)]
pub(crate) struct Made {
    /// Its server.
    pub ground: Ground,
    /// Place of it.
    pub at: At,
    /// Login that may do everything there.
    pub admin: Login,
    /// Sentences to be said of it.
    pub notes: Vec<String>,
    /// Asks whether the server takes connections.
    pub answers: Answers,
}

/// A question whether a server takes connections.
pub(crate) struct Answers(pub Box<dyn Fn() -> bool + Send + Sync>);

impl std::fmt::Debug for Answers {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str("Answers(..)")
    }
}

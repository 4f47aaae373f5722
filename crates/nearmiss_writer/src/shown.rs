//! Findings about a test that its name tells.

use serde::{Deserialize, Serialize};

/// A fault that a test shows.
#[derive(Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
pub struct ShownFault {
    /// Index of the call.
    pub call: usize,
    /// A few words that tell it from others: `at src/cart.js:31`.
    pub words: String,
}

/// A reason for which the last call of a test is refused, found out by changing that alone.
#[derive(Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
pub enum ShownCause {
    /// An input.
    Input {
        /// Place of it: `path`, `query`, `header`, `cookie`, `media` (the content type) or `body`.
        place: String,
        /// Its name; in bodies names of fields with dots between them. Empty: all of the body.
        name: String,
        /// It is of another type than what succeeds.
        is_of_other_type: bool,
    },
    /// Its user.
    Caller,
    /// Form of its body, whatever is in it.
    Malformed,
    /// Something that is done before it, or is not.
    Before,
    /// Nothing that could be found out.
    Unknown,
}

//! How tests end.

/// How a test ended.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Quiet {
    /// Nothing ran any more.
    Yes,
    /// Something still ran when the runtime's own bound was reached.
    Busy,
    /// The process ended after its last answer.
    Gone,
    /// The runtime did not say.
    NoAnswer,
}

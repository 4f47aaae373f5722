//! Facts that one text was told.

use super::special::SpecialText;
use crate::Specialisation;

/// A fact about this input and how often it was tried.
#[derive(Clone, Debug)]
pub(super) struct ToldFact {
    pub(super) specialisation: Specialisation,
    /// The text in which a part was tainted, if the fact is about a part.
    pub(super) frame: Option<Box<SpecialText>>,
    pub(super) tried: u32,
}

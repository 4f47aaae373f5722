//! What the document says answers must be.

use jsonschema::Validator;

/// Rules of all answers.
#[derive(Debug, Default)]
pub(super) struct AnswerRules {
    /// Validators of bodies; responses name them by index.
    pub validators: Vec<Validator>,
    /// At least half of the operations list refusals: then those that one does not list are none of its.
    pub declares_refusals: bool,
}

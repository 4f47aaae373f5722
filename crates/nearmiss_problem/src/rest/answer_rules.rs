//! What the document says answers must be.

use jsonschema::Validator;

/// Rules of all answers.
#[derive(Debug, Default)]
pub(super) struct AnswerRules {
    /// Validators of bodies; responses name them by index.
    pub validators: Vec<Validator>,
    /// Whether the document lists client errors at all: then those that it does not list are none of its.
    pub declares_client_errors: bool,
}

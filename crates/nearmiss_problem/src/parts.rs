//! What the parts of a call come to when it is made.

use serde_json::Value;

use crate::auth::Form;
use crate::{HttpResponse, Part, resolve_json, resolve_source};

/// What parts are taken from.
pub trait Known {
    /// The answer to an earlier call, if there is one.
    fn answer(&self, call: usize) -> Option<&HttpResponse>;

    /// What setting something up has answered, if anything.
    fn set_up(&self, setup: usize) -> Option<&Value>;

    /// The value of a credential, if there is one.
    fn credential(&self, user: &str, slot: &str) -> Option<&str>;
}

/// The text of parts. `in_target`: what is taken from elsewhere is encoded for a path or a query.
#[must_use]
pub fn text_of_parts(parts: &[Part], known: &dyn Known, in_target: bool) -> String {
    let texts = parts.iter().map(|part| match part {
        Part::Text(text) => text.clone(),
        Part::FromResponse { call: step, source, fallback } => {
            let answer = known.answer(*step);
            let piece = answer.and_then(|answer| resolve_source(answer, source, in_target));
            piece.unwrap_or_else(|| fallback.clone())
        }
        Part::FromSetup { setup, source, fallback } => {
            let value = known.set_up(*setup);
            let piece = value.and_then(|value| resolve_json(value, source, in_target));
            piece.unwrap_or_else(|| fallback.clone())
        }
        Part::Credential { user, slot } => {
            let value = known.credential(user, slot).unwrap_or_default();
            if in_target { Form::Component.of(value) } else { value.to_owned() }
        }
        Part::Written { form, parts } => form.of(&text_of_parts(parts, known, false)),
    });
    texts.collect()
}

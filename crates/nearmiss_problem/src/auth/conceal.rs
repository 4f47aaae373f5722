//! Secrets in calls of tests: the search finds them in the API's code and sends them.

use super::text::Form;
use crate::encode_component::encode_component;
use crate::{Part, Step};

/// Shorter texts stand everywhere by chance.
const LEAST_LETTERS: usize = 3;

/// A secret, and the expression that stands for it.
#[derive(Clone, Eq, PartialEq)]
pub struct Concealed {
    /// Name of the user, or nothing: `slot` is the name of an environment variable.
    pub user: String,
    /// Slot of [`Part::Credential`].
    pub slot: String,
    /// What is not to be seen.
    pub value: String,
}

impl std::fmt::Debug for Concealed {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Concealed({} {})", self.user, self.slot)
    }
}

impl Concealed {
    fn forms(&self) -> impl Iterator<Item = String> {
        let value = self.value.clone();
        let long = value.chars().count() >= LEAST_LETTERS;
        let forms = [Form::Plain, Form::Json, Form::Component];
        forms.into_iter().filter(move |_| long).map(move |form| form.of(&value))
    }
}

/// Whether a text holds a secret, written in any of the usual ways.
#[must_use]
pub fn holds_secret(text: &str, secrets: &[Concealed]) -> bool {
    secrets.iter().any(|secret| secret.forms().any(|form| text.contains(&form)))
}

/// Puts expressions in the place of the secrets that calls hold. Answers false if one is left that
/// no expression can stand for.
#[must_use]
pub fn conceal(steps: &mut [Step], secrets: &[Concealed]) -> bool {
    let mut whole = true;
    for Step::Http(call) in steps {
        conceal_parts(&mut call.target, secrets, true);
        call.headers.iter_mut().for_each(|(_, value)| conceal_parts(value, secrets, false));
        if let Some(body) = &mut call.body {
            conceal_parts(&mut body.text, secrets, false);
        }
        let bodies = call.body.iter().map(|body| &body.text);
        let parts = call.headers.iter().map(|(_, value)| value).chain(bodies).chain([&call.target]);
        let texts = parts.flatten().filter_map(|part| match part {
            Part::Text(text) | Part::FromResponse { fallback: text, .. } => Some(text),
            Part::Credential { .. } => None,
        });
        whole &= !texts.into_iter().any(|text| holds_secret(text, secrets));
    }
    whole
}

fn conceal_parts(parts: &mut Vec<Part>, secrets: &[Concealed], in_target: bool) {
    let mut longest: Vec<&Concealed> =
        secrets.iter().filter(|secret| secret.value.chars().count() >= LEAST_LETTERS).collect();
    longest.sort_by_key(|secret| std::cmp::Reverse(secret.value.len()));
    for secret in longest {
        let value = if in_target { encode_component(&secret.value) } else { secret.value.clone() };
        let found = |part: &Part| matches!(part, Part::Text(text) if text.contains(&value));
        if !parts.iter().any(found) {
            continue;
        }
        for part in std::mem::take(parts) {
            match part {
                Part::Text(text) if text.contains(&value) => {
                    for (index, between) in text.split(value.as_str()).enumerate() {
                        if index > 0 {
                            let (user, slot) = (secret.user.clone(), secret.slot.clone());
                            parts.push(Part::Credential { user, slot });
                        }
                        if !between.is_empty() {
                            parts.push(Part::Text(between.to_owned()));
                        }
                    }
                }
                part => parts.push(part),
            }
        }
    }
}

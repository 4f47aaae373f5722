//! What is a secret when it came in an answer.

mod found;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

use aho_corasick::AhoCorasick;

pub use self::found::looks_drawn;
use self::found::{Found, of_answer};
use super::secret_header::is_credential_header;
use super::{Form, Given};
use crate::{Call, CallOutcome, HttpResponse, OperationName, Part, Source, resolve_source};

/// Most values that are remembered.
const MOST: usize = 20_000;
/// Most places that are remembered of a value.
const MOST_ORIGINS: usize = 4;
/// What an answer holds that has a secret in it: parts of names, and beginnings of links and of web tokens.
const MARKS: [&str; 14] = [
    "token",
    "jwt",
    "passw",
    "secret",
    "key",
    "session",
    "sid",
    "cookie",
    "credential",
    "authorization",
    "csrf",
    "xsrf",
    "://",
    "eyJ",
];

/// The values that answers gave and that are secrets. **This is the definition of that**: a value is one when it
/// looks drawn rather than chosen (8 letters with a digit among them, or 16), when no call of its test sent it, and when
/// it is
///
/// - a text in a JSON body whose field is called as credentials are (`token`, `refreshToken`, `apiKey`, `session`,
///   `secret`, `password`, `authorization` ...: `is_secret_name`), or its last word (`Bearer abc...`);
/// - a header that is called so (`is_credential_header`), or a cookie that is, or that looks random;
/// - a JSON Web Token, wherever it stands;
/// - a random segment or parameter of a link that stands in running text, as in a mail, or behind a word of logins
///   (`/verify/`, `/magic/`, `?code=`);
/// - or what a later call of the test carried in a credential header (`Authorization`, `Cookie`, `X-Api-Key`) and
///   was not refused with.
///
/// What a person chose and the API says again is none: it is in the calls already.
#[derive(Clone, Debug, Default)]
pub struct GivenSecrets {
    /// With the places where they were given.
    known: BTreeMap<String, Vec<Origin>>,
    /// What looked so and was sent: not to be taken for a secret later on.
    sent: BTreeSet<String>,
}

/// A place where a secret was given.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Origin {
    /// The operation: `POST:/keys`.
    pub operation: OperationName,
    /// The place in its answer.
    pub source: Source,
    /// There it is written as `encodeURIComponent` does.
    pub encoded: bool,
}

impl GivenSecrets {
    /// Takes in what the calls of a test were answered; answers whether any value is new.
    pub fn note(&mut self, steps: &[Call], outcomes: &[CallOutcome]) -> bool {
        let before = self.known.len();
        for Told { found, until, giver } in of_test(steps, outcomes) {
            if !self.is_given(&found.value, &steps[..=until]) {
                continue;
            }
            let call = &steps[giver];
            let Some(source) = found.source else { continue };
            let operation = call.operation.clone();
            let origin = Origin { operation, source, encoded: found.encoded };
            // A call that sends a value gives nothing by saying it again.
            if self.wants(&found.value, &origin)
                && !is_sent(&found.value, &steps[..=giver])
                && !takes(call, &found.value, outcomes)
            {
                self.add_origin(&found.value, origin);
            }
        }
        self.known.len() > before
    }

    /// Takes in the answer to a call of a login, whose own values are known.
    pub fn note_answer(&mut self, answer: &HttpResponse) {
        for found in of_answer(answer) {
            self.is_given(&found.value, &[]);
        }
    }

    /// Takes in a signature that the API made with a key of its own: no call gives it.
    pub fn note_signature(&mut self, value: &str) {
        self.is_given(value, &[]);
    }

    /// Tells whether a value is known as one that was given, not sent; it is taken in. `steps`: those up to the one whose answer
    /// has it.
    fn is_given(&mut self, value: &str, steps: &[Call]) -> bool {
        if self.known.contains_key(value) || self.sent.contains(value) {
            return self.known.contains_key(value);
        }
        let is_sent = is_sent(value, steps);
        if is_sent && self.sent.len() < MOST {
            self.sent.insert(value.to_owned());
        } else if !is_sent && self.known.len() < MOST {
            self.known.insert(value.to_owned(), Vec::new());
        }
        self.known.contains_key(value)
    }

    fn wants(&self, value: &str, origin: &Origin) -> bool {
        let origins = self.known.get(value);
        origins.is_some_and(|origins| origins.len() < MOST_ORIGINS && !origins.contains(origin))
    }

    fn add_origin(&mut self, value: &str, origin: Origin) {
        if self.wants(value, &origin)
            && let Some(origins) = self.known.get_mut(value)
        {
            origins.push(origin);
        }
    }

    /// Takes in what another one knows.
    pub fn add(&mut self, other: &Self) {
        for (value, origins) in &other.known {
            self.known.entry(value.clone()).or_default();
            origins.iter().for_each(|origin| self.add_origin(value, origin.clone()));
        }
        self.sent.extend(other.sent.iter().cloned());
    }

    /// The values.
    pub fn values(&self) -> impl Iterator<Item = &str> {
        self.known.keys().map(String::as_str)
    }

    /// A value that was given, and where, as far as that is known.
    #[must_use]
    pub(super) fn origins(&self, value: &str) -> Option<(&str, &[Origin])> {
        let (value, origins) = self.known.get_key_value(value)?;
        Some((value, origins))
    }

    /// How many there are.
    #[must_use]
    pub fn count(&self) -> usize {
        self.known.len()
    }
}

/// The secrets in the answer to a login, with all of its cookies where it gives cookies, by the slot that they have for its
/// user: a JSON pointer (`/refreshToken`), `header x-csrf`, `cookie sid`.
#[must_use]
pub fn login_slots(answer: &HttpResponse, given: &Given) -> Vec<(String, String)> {
    let found = of_answer(answer).into_iter().filter(|found| !found.encoded);
    let slots = found.filter_map(|found| {
        let slot = match found.source? {
            Source::Body(pointer) if !pointer.is_empty() => pointer,
            Source::Header(name) => format!("header {name}"),
            Source::Cookie(name) => cookie_slot(&name),
            _ => return None,
        };
        Some((slot, found.value))
    });
    let mut slots: Vec<(String, String)> = slots.collect();
    if let Given::Cookies(pairs) = given {
        let pairs = pairs.split("; ").filter_map(|pair| pair.split_once('='));
        slots.extend(pairs.map(|(name, value)| (cookie_slot(name), value.to_owned())));
    }
    slots.sort();
    slots.dedup();
    slots
}

fn cookie_slot(name: &str) -> String {
    format!("cookie {name}")
}

/// Whether answers of a test may hold anything for [`GivenSecrets::note`]: a quick look, for who has to lock them.
#[must_use]
pub fn may_give_secrets(steps: &[Call], outcomes: &[CallOutcome]) -> bool {
    static FINDER: LazyLock<AhoCorasick> = LazyLock::new(|| {
        let finder = AhoCorasick::builder().ascii_case_insensitive(true).build(MARKS);
        finder.expect("a few words")
    });
    let gives = |answer: &HttpResponse| {
        FINDER.is_match(&answer.body)
            || answer.headers.iter().any(|(name, _)| {
                name == "set-cookie" || name == "location" || is_credential_header(name)
            })
    };
    outcomes.iter().any(|outcome| matches!(outcome, CallOutcome::Response(answer) if gives(answer)))
        || steps.len() > 1 && steps.iter().any(|call| credential_links(call).next().is_some())
}

/// What looks like a secret in the answers of a test.
struct Told {
    found: Found,
    /// The call up to which nobody may have sent it.
    until: usize,
    /// The call that was answered with it.
    giver: usize,
}

fn of_test(steps: &[Call], outcomes: &[CallOutcome]) -> Vec<Told> {
    let mut told = Vec::new();
    for (until, (call, outcome)) in steps.iter().zip(outcomes).enumerate() {
        let CallOutcome::Response(answer) = outcome else { continue };
        let found = of_answer(answer).into_iter();
        told.extend(found.map(|found| Told { found, until, giver: until }));
        if answer.status >= 400 {
            continue;
        }
        // What it carried opened something.
        told.extend(credential_links(call).filter_map(|(giver, source)| {
            let Some(CallOutcome::Response(earlier)) = outcomes.get(giver) else { return None };
            let value = resolve_source(earlier, source, false)?;
            let source = Some(source.clone());
            let is_drawn = looks_drawn(&value);
            let found = Found { value, source, encoded: false };
            is_drawn.then_some(Told { found, until, giver })
        }));
    }
    told
}

/// What credential headers of a call take from earlier answers.
fn credential_links(call: &Call) -> impl Iterator<Item = (usize, &Source)> {
    let headers = call.http().headers.iter().filter(|(name, parts)| {
        parts.iter().any(|part| matches!(part, Part::FromResponse { .. }))
            && is_credential_header(name)
    });
    headers.flat_map(|(_, parts)| parts).filter_map(|part| match part {
        Part::FromResponse { call: step, source, .. } => Some((*step, source)),
        _ => None,
    })
}

/// Tells whether a call takes a value from earlier answers of its test.
fn takes(call: &Call, value: &str, outcomes: &[CallOutcome]) -> bool {
    call.parts().any(|part| {
        let Part::FromResponse { call: step, source, .. } = part else { return false };
        let Some(CallOutcome::Response(answer)) = outcomes.get(*step) else { return false };
        resolve_source(answer, source, false).is_some_and(|taken| taken.contains(value))
    })
}

/// Tells whether a call of these sends a value, in any of the usual ways.
fn is_sent(value: &str, steps: &[Call]) -> bool {
    let forms = [Form::Plain, Form::Json, Form::Component].map(|form| form.of(value));
    let mut parts = steps.iter().flat_map(|call| call.parts());
    parts.any(
        |part| matches!(part, Part::Text(text) if forms.iter().any(|form| text.contains(form.as_str()))),
    )
}

#[cfg(test)]
#[path = "given/tests.rs"]
mod tests;

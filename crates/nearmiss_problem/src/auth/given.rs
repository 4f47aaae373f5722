//! What is a secret when it came in an answer.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use aho_corasick::AhoCorasick;
use serde_json::Value;

use super::secret_header::is_credential_header;
use super::secret_name::{is_secret_name, jwts};
use super::text::Form;
use super::writings::percent_decoded;
use crate::{CallOutcome, HttpCall, HttpResponse, Part, Step, resolve_source};

/// Shorter values, or such without a digit, are words.
const LEAST_LETTERS: usize = 8;
/// Values of so many letters are no words.
const MANY_LETTERS: usize = 16;
/// Most values that are remembered.
const MOST: usize = 20_000;
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
/// Segments of paths behind which a link holds what lets its reader in.
const LINK_WORDS: [&str; 17] = [
    "activate",
    "auth",
    "confirm",
    "confirmation",
    "invitation",
    "invite",
    "link",
    "links",
    "login",
    "magic",
    "reset",
    "session",
    "signin",
    "token",
    "unsubscribe",
    "verification",
    "verify",
];
/// Parameters that do the same, beside those that are called as secrets are.
const LINK_PARAMETERS: [&str; 5] = ["code", "hash", "key", "sig", "signature"];

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
    known: BTreeSet<String>,
    /// What looked so and was sent: not to be taken for a secret later on.
    sent: BTreeSet<String>,
}

impl GivenSecrets {
    /// Takes in what the calls of a test were answered; answers whether anything is new.
    pub fn note(&mut self, steps: &[Step], outcomes: &[CallOutcome]) -> bool {
        self.take(of_test(steps, outcomes), steps)
    }

    /// Takes in the answer to a call of a login, whose own values are known.
    pub fn note_answer(&mut self, answer: &HttpResponse) {
        let mut values = Vec::new();
        of_answer(answer, &mut values);
        self.take(values.into_iter().map(|value| (0, value)).collect(), &[]);
    }

    /// Takes in values, each with the index of the call that was answered with it.
    fn take(&mut self, found: Vec<(usize, String)>, steps: &[Step]) -> bool {
        let before = self.known.len();
        for (index, value) in found {
            if self.known.contains(&value) || self.sent.contains(&value) {
                continue;
            }
            let before = steps.iter().take(index + 1);
            let is_sent = before.into_iter().any(|Step::Http(call)| sends(call, &value));
            let list = if is_sent { &mut self.sent } else { &mut self.known };
            if list.len() < MOST {
                list.insert(value);
            }
        }
        self.known.len() > before
    }

    /// Takes in what another one knows.
    pub fn add(&mut self, other: &Self) {
        self.known.extend(other.known.iter().cloned());
        self.sent.extend(other.sent.iter().cloned());
    }

    /// The values.
    pub fn values(&self) -> impl Iterator<Item = &str> {
        self.known.iter().map(String::as_str)
    }

    /// How many there are.
    #[must_use]
    pub fn count(&self) -> usize {
        self.known.len()
    }
}

/// Whether answers of a test may hold anything for [`GivenSecrets::note`]: a quick look, for who has to lock them.
#[must_use]
pub fn may_give_secrets(steps: &[Step], outcomes: &[CallOutcome]) -> bool {
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
        || steps.len() > 1
            && steps.iter().any(|Step::Http(call)| credential_links(call).next().is_some())
}

/// What looks like a secret, with the index of the call whose answer gave it.
fn of_test(steps: &[Step], outcomes: &[CallOutcome]) -> Vec<(usize, String)> {
    let mut found = Vec::new();
    for (index, (Step::Http(call), outcome)) in steps.iter().zip(outcomes).enumerate() {
        let CallOutcome::Response(answer) = outcome else { continue };
        let mut values = Vec::new();
        of_answer(answer, &mut values);
        if answer.status < 400 {
            // What it carried opened something.
            values.extend(credential_links(call).filter_map(|(step, source)| {
                let Some(CallOutcome::Response(earlier)) = outcomes.get(step) else { return None };
                resolve_source(earlier, source, false).filter(|value| looks_drawn(value))
            }));
        }
        found.extend(values.into_iter().map(|value| (index, value)));
    }
    found
}

/// What credential headers of a call take from earlier answers.
fn credential_links(call: &HttpCall) -> impl Iterator<Item = (usize, &crate::Source)> {
    let headers = call.headers.iter().filter(|(name, parts)| {
        parts.iter().any(|part| matches!(part, Part::FromResponse { .. }))
            && is_credential_header(name)
    });
    headers.flat_map(|(_, parts)| parts).filter_map(|part| match part {
        Part::FromResponse { step, source, .. } => Some((*step, source)),
        _ => None,
    })
}

fn of_answer(answer: &HttpResponse, values: &mut Vec<String>) {
    for (name, value) in &answer.headers {
        match name.as_str() {
            "set-cookie" => of_cookie(value, values),
            "location" => of_links(value, false, values),
            name if is_credential_header(name) => push(value, values),
            _ => {}
        }
    }
    let Ok(text) = std::str::from_utf8(&answer.body) else { return };
    match serde_json::from_str::<Value>(text) {
        Ok(value) => of_json("", &value, values),
        Err(_) => of_text(text, values),
    }
}

fn of_cookie(cookie: &str, values: &mut Vec<String>) {
    let pair = cookie.split(';').next().unwrap_or_default();
    if let Some((name, value)) = pair.split_once('=')
        && (is_secret_name(name.trim()) || looks_random(value.trim()))
    {
        push(value, values);
        push(&String::from_utf8_lossy(&percent_decoded(value.as_bytes())), values);
    }
}

fn of_json(name: &str, value: &Value, values: &mut Vec<String>) {
    match value {
        Value::String(text) if is_secret_name(name) => push(text, values),
        Value::String(text) => of_text(text, values),
        Value::Array(items) => items.iter().for_each(|item| of_json(name, item, values)),
        Value::Object(fields) => {
            fields.iter().for_each(|(name, value)| of_json(name, value, values))
        }
        _ => {}
    }
}

fn of_text(text: &str, values: &mut Vec<String>) {
    values.extend(jwts(text).map(str::to_owned));
    let is_page = text.trim_start().starts_with('<');
    for (at, _) in text.match_indices("://") {
        let start =
            text[..at].rfind(|letter: char| !letter.is_ascii_alphanumeric()).map_or(0, |at| at + 1);
        let end = |letter: char| letter.is_whitespace() || "\"'<>()[]{}\\,;".contains(letter);
        let rest = &text[start..];
        let link = &rest[..rest.find(end).unwrap_or(rest.len())];
        of_links(link, link.len() < text.trim().len() && !is_page, values);
    }
}

/// Takes the secrets out of a link.
fn of_links(link: &str, in_text: bool, values: &mut Vec<String>) {
    let link = link.trim_end_matches(['.', '!', '?', ':']);
    let path = link.split_once("://").map_or(link, |(_, rest)| rest);
    let (path, query) = path.split_once(['?', '#']).unwrap_or((path, ""));
    let mut before = "";
    for segment in path.split('/').skip(1) {
        let word = before.to_ascii_lowercase();
        if looks_random(segment)
            && (in_text || word.split(['-', '_']).any(|word| LINK_WORDS.contains(&word)))
        {
            push_decoded(segment, values);
        }
        before = segment;
    }
    for (name, value) in query.split(['&', '#']).filter_map(|pair| pair.split_once('=')) {
        let named = is_secret_name(name) || LINK_PARAMETERS.contains(&name);
        if named || in_text && looks_random(value) {
            push_decoded(value, values);
        }
    }
}

fn push_decoded(value: &str, values: &mut Vec<String>) {
    push(value, values);
    push(&String::from_utf8_lossy(&percent_decoded(value.as_bytes())), values);
}

/// Adds a value, or the last word of one (`Bearer abc...`), without quotes.
fn push(value: &str, values: &mut Vec<String>) {
    let word = value.trim().rsplit(char::is_whitespace).next().unwrap_or_default();
    let word = word.trim_matches(['"', '\'']);
    if looks_drawn(word) && values.last().is_none_or(|last| last != word) {
        values.push(word.to_owned());
    }
}

/// Whether nobody would choose a value by hand, as far as that can be seen.
fn looks_drawn(value: &str) -> bool {
    let letters = value.chars().count();
    let has_digit = value.bytes().any(|byte| byte.is_ascii_digit());
    letters >= LEAST_LETTERS
        && (has_digit || letters >= MANY_LETTERS)
        && !value.contains(char::is_whitespace)
}

/// Whether a value is a long mix of letters and digits.
fn looks_random(value: &str) -> bool {
    let has = |of: fn(&u8) -> bool| value.as_bytes().iter().any(of);
    value.len() >= MANY_LETTERS && has(u8::is_ascii_digit) && has(u8::is_ascii_alphabetic)
}

/// Whether a call sends a value, in any of the usual ways.
fn sends(call: &HttpCall, value: &str) -> bool {
    let forms = [Form::Plain, Form::Json, Form::Component].map(|form| form.of(value));
    let bodies = call.body.iter().map(|body| &body.text);
    let parts = call.headers.iter().map(|(_, value)| value).chain(bodies).chain([&call.target]);
    parts.flatten().any(|part| match part {
        Part::Text(text) => forms.iter().any(|form| text.contains(form.as_str())),
        Part::FromResponse { .. } | Part::Credential { .. } => false,
    })
}

#[cfg(test)]
#[path = "given/tests.rs"]
mod tests;

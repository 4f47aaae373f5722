//! What in one answer looks like a secret, and where it stands there.

use serde_json::Value;

use super::super::secret_header::is_credential_header;
use super::super::secret_name::{is_secret_name, jwts};
use crate::auth::Form;
use crate::source::between;
use crate::{HttpResponse, Source};

/// Shorter values, or such without a digit, are words.
const LEAST_LETTERS: usize = 8;
/// Values of so many letters are no words.
const MANY_LETTERS: usize = 16;
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

/// Letters of the word before a value that says where it stands.
const MOST_WORD: usize = 24;

/// A value that looks like a secret.
#[derive(Debug)]
pub(super) struct Found {
    pub value: String,
    /// Where it stands in its answer; nothing where that cannot be said.
    pub source: Option<Source>,
    /// There it is written as `encodeURIComponent` does.
    pub encoded: bool,
}

/// A text of an answer.
#[derive(Clone, Copy)]
struct At<'a> {
    place: Place<'a>,
    text: &'a str,
}

#[derive(Clone, Copy)]
enum Place<'a> {
    Header(&'a str),
    Cookie(&'a str),
    Json(&'a str),
    Whole,
}

impl At<'_> {
    /// Answers where a part of the text stands.
    fn source_of(self, value: &str) -> Option<Source> {
        let whole = match self.place {
            Place::Header(name) => Source::Header(name.to_owned()),
            Place::Cookie(name) => Source::Cookie(name.to_owned()),
            Place::Json(pointer) => Source::Body(pointer.to_owned()),
            Place::Whole => Source::Text,
        };
        if self.text == value {
            return Some(whole);
        }
        let at = self.text.find(value)?;
        let behind = &self.text[at + value.len()..];
        let before = words_before(&self.text[..at]);
        let afters = (1..=2).map(|letters| behind.chars().take(letters).collect::<String>());
        let after = afters
            .into_iter()
            .find(|after| between(self.text, before, after).is_some_and(|piece| piece == value))?;
        Some(Source::Between { of: Box::new(whole), before: before.to_owned(), after })
    }
}

/// Answers what stands right before a value and is likely to stand there again: `/links/`, `?token=`, `Bearer `.
fn words_before(text: &str) -> &str {
    let signs = text.trim_end_matches(|letter: char| !letter.is_alphanumeric());
    let is_word = |letter: char| letter.is_ascii_alphanumeric() || "-_".contains(letter);
    let start = signs.trim_end_matches(is_word);
    let word = &signs[start.len()..];
    if word.is_empty() || word.len() > MOST_WORD || word.bytes().any(|byte| byte.is_ascii_digit()) {
        return &text[signs.len()..];
    }
    let sign = start.chars().next_back().filter(|letter| "/?&".contains(*letter));
    &text[start.len() - sign.map_or(0, char::len_utf8)..]
}

/// Answers what looks like a secret in an answer.
pub(super) fn of_answer(answer: &HttpResponse) -> Vec<Found> {
    let mut found = Vec::new();
    for (name, value) in &answer.headers {
        let at = At { place: Place::Header(name), text: value };
        match name.as_str() {
            "set-cookie" => of_cookie(value, &mut found),
            "location" => of_links(value, false, at, &mut found),
            name if is_credential_header(name) => push(value, at, &mut found),
            _ => {}
        }
    }
    let Ok(text) = std::str::from_utf8(&answer.body) else { return found };
    match serde_json::from_str::<Value>(text) {
        Ok(value) => of_json("", &value, &mut String::new(), &mut found),
        Err(_) => of_text(At { place: Place::Whole, text }, &mut found),
    }
    found
}

fn of_cookie(cookie: &str, found: &mut Vec<Found>) {
    let pair = cookie.split(';').next().unwrap_or_default();
    let Some((name, value)) = pair.split_once('=') else { return };
    let (name, value) = (name.trim(), value.trim());
    if is_secret_name(name) || looks_random(value) {
        push_decoded(value, At { place: Place::Cookie(name), text: value }, found);
    }
}

fn of_json(name: &str, value: &Value, pointer: &mut String, found: &mut Vec<Found>) {
    let length = pointer.len();
    match value {
        Value::String(text) => {
            let at = At { place: Place::Json(pointer), text };
            match is_secret_name(name) {
                true => push(text, at, found),
                false => of_text(at, found),
            }
        }
        Value::Array(items) => {
            for (index, item) in items.iter().enumerate() {
                pointer.push_str(&format!("/{index}"));
                of_json(name, item, pointer, found);
                pointer.truncate(length);
            }
        }
        Value::Object(fields) => {
            for (name, value) in fields {
                pointer.push('/');
                pointer.push_str(&name.replace('~', "~0").replace('/', "~1"));
                of_json(name, value, pointer, found);
                pointer.truncate(length);
            }
        }
        _ => {}
    }
}

fn of_text(at: At<'_>, found: &mut Vec<Found>) {
    let text = at.text;
    for jwt in jwts(text) {
        let (value, source) = (jwt.to_owned(), at.source_of(jwt));
        found.push(Found { value, source, encoded: false });
    }
    let is_page = text.trim_start().starts_with('<');
    for (start, _) in text.match_indices("://") {
        let start = text[..start]
            .rfind(|letter: char| !letter.is_ascii_alphanumeric())
            .map_or(0, |start| start + 1);
        let end = |letter: char| letter.is_whitespace() || "\"'<>()[]{}\\,;".contains(letter);
        let rest = &text[start..];
        let link = &rest[..rest.find(end).unwrap_or(rest.len())];
        of_links(link, link.len() < text.trim().len() && !is_page, at, found);
    }
}

/// Takes the secrets out of a link.
fn of_links(link: &str, in_text: bool, at: At<'_>, found: &mut Vec<Found>) {
    let link = link.trim_end_matches(['.', '!', '?', ':']);
    let path = link.split_once("://").map_or(link, |(_, rest)| rest);
    let (path, query) = path.split_once(['?', '#']).unwrap_or((path, ""));
    let mut before = "";
    for segment in path.split('/').skip(1) {
        let word = before.to_ascii_lowercase();
        if looks_random(segment)
            && (in_text || word.split(['-', '_']).any(|word| LINK_WORDS.contains(&word)))
        {
            push_decoded(segment, at, found);
        }
        before = segment;
    }
    for (name, value) in query.split(['&', '#']).filter_map(|pair| pair.split_once('=')) {
        let named = is_secret_name(name) || LINK_PARAMETERS.contains(&name);
        if named || in_text && looks_random(value) {
            push_decoded(value, at, found);
        }
    }
}

/// Adds a value as it is, and what it stands for if it is written for a URL.
fn push_decoded(value: &str, at: At<'_>, found: &mut Vec<Found>) {
    push(value, at, found);
    let decoded = Form::Decoded.of(value);
    if decoded != value && looks_drawn(&decoded) {
        found.push(Found { value: decoded, source: at.source_of(value), encoded: true });
    }
}

/// Adds a value, or the last word of one (`Bearer abc...`), without quotes.
fn push(value: &str, at: At<'_>, found: &mut Vec<Found>) {
    let word = value.trim().rsplit(char::is_whitespace).next().unwrap_or_default();
    let word = word.trim_matches(['"', '\'']);
    if looks_drawn(word) && found.last().is_none_or(|last| last.value != word) {
        found.push(Found { value: word.to_owned(), source: at.source_of(word), encoded: false });
    }
}

/// Tells whether nobody would choose a value by hand, as far as that can be seen: 8 letters with a digit among them, or 16,
/// and no space.
#[must_use]
pub fn looks_drawn(value: &str) -> bool {
    let letters = value.chars().count();
    let has_digit = value.bytes().any(|byte| byte.is_ascii_digit());
    letters >= LEAST_LETTERS
        && (has_digit || letters >= MANY_LETTERS)
        && !value.contains(char::is_whitespace)
}

/// Tells whether a value is a long mix of letters and digits.
fn looks_random(value: &str) -> bool {
    let has = |of: fn(&u8) -> bool| value.as_bytes().iter().any(of);
    value.len() >= MANY_LETTERS && has(u8::is_ascii_digit) && has(u8::is_ascii_alphabetic)
}

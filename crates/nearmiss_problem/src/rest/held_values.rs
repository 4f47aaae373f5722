//! What answers hold: fields that are there, and values of a few that the API chooses from. A suite that shows each of them once
//! notices when one changes; code that is covered by a call whose answer hides what it made is not tested.

use std::collections::HashMap;

use serde_json::Value;

use crate::json_answer::parse_json_answer;
use crate::{Call, HttpResponse, OperationName, Part};

/// Largest answer that is looked at, in bytes.
const LARGEST: usize = 16 * 1024;
/// Fields deeper than this are not told.
const DEEPEST: usize = 5;
/// Elements of an array that are looked at.
const ELEMENTS: usize = 8;
/// Most fields of an operation, and most words of a field: more are names of things or texts of users.
const MOST_FIELDS: usize = 64;
const MOST_WORDS: usize = 8;
/// Longest word and longest name of a field.
const LONGEST_WORD: usize = 32;
const LONGEST_NAME: usize = 40;

/// A field of the answers of an operation.
#[derive(Clone, Debug)]
struct Field {
    number: u32,
    words: HashMap<String, u32>,
}

/// What answers have held so far, each with a number: by operation and path.
#[derive(Clone, Debug, Default)]
pub struct HeldValues {
    operations: HashMap<OperationName, HashMap<String, Field>>,
    count: u32,
}

impl HeldValues {
    /// Numbers of what the answer to the last of these calls holds, which succeeded, ascending: one for each field with a value,
    /// and one for each `true`, `false` and word that none of the calls has sent. The elements of an array are one field.
    pub fn of(&mut self, calls: &[Call], answer: &HttpResponse) -> Vec<u32> {
        let Some(call) = calls.last() else { return Vec::new() };
        let is_json = matches!(answer.body.first(), Some(b'{' | b'['));
        if !is_json || answer.truncated || answer.body.len() > LARGEST {
            return Vec::new();
        }
        let Ok(body) = parse_json_answer(&answer.body) else { return Vec::new() };
        let fields = self.operations.entry(call.operation.clone()).or_default();
        let mut walk = Walk { calls, fields, count: &mut self.count, held: Vec::new() };
        walk.enter(&mut String::new(), &body, 0);
        walk.held.sort_unstable();
        walk.held.dedup();
        walk.held
    }
}

struct Walk<'a> {
    calls: &'a [Call],
    fields: &'a mut HashMap<String, Field>,
    count: &'a mut u32,
    held: Vec<u32>,
}

impl Walk<'_> {
    fn next_number(count: &mut u32) -> u32 {
        *count += 1;
        *count
    }

    fn enter(&mut self, path: &mut String, value: &Value, depth: usize) {
        if depth > DEEPEST {
            return;
        }
        let length = path.len();
        match value {
            Value::Object(fields) => {
                for (name, value) in fields.iter().filter(|(name, _)| is_name(name)) {
                    path.push('/');
                    path.push_str(name);
                    self.field(path, value);
                    self.enter(path, value, depth + 1);
                    path.truncate(length);
                }
            }
            Value::Array(elements) => {
                path.push_str("/*");
                for element in elements.iter().take(ELEMENTS) {
                    self.field(path, element);
                    self.enter(path, element, depth + 1);
                }
                path.truncate(length);
            }
            _ => {}
        }
    }

    fn field(&mut self, path: &str, value: &Value) {
        let is_empty = match value {
            Value::Null => true,
            Value::String(text) => text.is_empty(),
            Value::Array(elements) => elements.is_empty(),
            Value::Object(fields) => fields.is_empty(),
            Value::Bool(_) | Value::Number(_) => false,
        };
        if is_empty {
            return;
        }
        if !self.fields.contains_key(path) {
            if self.fields.len() >= MOST_FIELDS {
                return;
            }
            let field = Field { number: Self::next_number(self.count), words: HashMap::new() };
            self.fields.insert(path.to_owned(), field);
        }
        let Some(field) = self.fields.get_mut(path) else { return };
        self.held.push(field.number);
        let word = match value {
            Value::Bool(true) => "true",
            Value::Bool(false) => "false",
            Value::String(text) if is_word(text) => text,
            _ => return,
        };
        if let Some(number) = field.words.get(word) {
            self.held.push(*number);
            return;
        }
        let is_sent = || value.is_string() && self.calls.iter().any(|step| sends(step, word));
        if field.words.len() < MOST_WORDS && !is_sent() {
            let number = Self::next_number(self.count);
            field.words.insert(word.to_owned(), number);
            self.held.push(number);
        }
    }
}

/// Whether a field has a name that a program gives, and not a key of a table.
fn is_name(name: &str) -> bool {
    let mut bytes = name.bytes();
    name.len() <= LONGEST_NAME
        && bytes.next().is_some_and(|first| first.is_ascii_alphabetic() || first == b'_')
        && bytes.all(|byte| byte.is_ascii_alphabetic() || matches!(byte, b'_' | b'-'))
}

/// Whether a text may be one of a few that the API chooses from.
fn is_word(text: &str) -> bool {
    text.len() <= LONGEST_WORD
        && text.bytes().next().is_some_and(|first| first.is_ascii_alphabetic())
        && text.bytes().all(|byte| byte.is_ascii_alphabetic() || matches!(byte, b'_' | b'-' | b' '))
}

/// Tells whether a call sends a text that it was not given by an answer, or the text is a name of whoever calls.
fn sends(call: &Call, word: &str) -> bool {
    let mut names = word.split(['-', '_', ' ']);
    let is_caller =
        call.user.as_deref().is_some_and(|user| names.any(|name| name.eq_ignore_ascii_case(user)));
    is_caller
        || call.parts().any(|part| match part {
            Part::Text(text) => text.contains(word),
            Part::FromResponse { fallback, .. } | Part::FromSetup { fallback, .. } => {
                fallback.contains(word)
            }
            Part::Credential { .. } | Part::Written { .. } => false,
        })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{HttpRequest, Request};

    fn step(target: &str) -> Call {
        let target = vec![Part::Text(target.to_owned())];
        Call {
            operation: "GET:/a".into(),
            user: None,
            request: Request::Http(HttpRequest {
                method: "GET".to_owned(),
                target,
                headers: Vec::new(),
                body: None,
            }),
        }
    }

    fn answer(body: &str) -> HttpResponse {
        HttpResponse { status: 200, body: body.as_bytes().to_vec(), ..HttpResponse::default() }
    }

    #[test]
    fn fields_and_words_have_a_number_each() {
        let mut held = HeldValues::default();
        let first = held.of(&[step("/a")], &answer(r#"{"kind":"short","ok":true,"n":[]}"#));
        assert_eq!(first.len(), 4, "two fields, a word, true; an empty list is none: {first:?}");
        assert_eq!(held.of(&[step("/a")], &answer(r#"{"ok":true,"kind":"short"}"#)), first);
        let other = held.of(&[step("/a")], &answer(r#"{"kind":"long","ok":false}"#));
        assert_eq!(other.iter().filter(|number| !first.contains(number)).count(), 2);
        let items = held.of(&[step("/a")], &answer(r#"{"list":[{"x":1},{"x":2}]}"#));
        assert_eq!(items.len(), 3, "the list, its items, their field: {items:?}");
    }

    #[test]
    fn what_was_sent_and_what_is_no_json_is_nothing_that_the_api_chose() {
        let mut held = HeldValues::default();
        assert_eq!(held.of(&[step("/a?k=mine")], &answer(r#"{"k":"mine"}"#)).len(), 1);
        assert_eq!(held.of(&[step("/a")], &answer(r#"{"k":"2024-01-01"}"#)).len(), 1);
        assert!(held.of(&[step("/a")], &answer("<p>k</p>")).is_empty());
        assert!(held.of(&[step("/a")], &answer(r#"{"k":"#)).is_empty());
    }

    #[test]
    fn names_of_who_calls_are_nothing_that_the_api_chose() {
        let mut held = HeldValues::default();
        let by = |user: &str| Call { user: Some(user.to_owned()), ..step("/a") };
        let of_ann = held.of(&[by("ann")], &answer(r#"{"by":"Ann_kwz"}"#));
        assert_eq!(held.of(&[by("ben")], &answer(r#"{"by":"ben_uih"}"#)), of_ann);
        assert_ne!(held.of(&[by("ben")], &answer(r#"{"by":"annual"}"#)), of_ann);
    }

    #[test]
    fn fields_of_names_without_end_are_bounded() {
        let mut held = HeldValues::default();
        for number in 0..40_u8 {
            let (a, b) = (char::from(b'a' + number % 26), char::from(b'a' + number / 26));
            held.of(&[step("/a")], &answer(&format!(r#"{{"f{a}{b}":"w{b}{a}"}}"#)));
            held.of(&[step("/a")], &answer(&format!(r#"{{"g{a}{b}":1,"f":"w{a}{b}"}}"#)));
        }
        let fields = &held.operations["GET:/a"];
        assert_eq!(fields.len(), MOST_FIELDS);
        assert_eq!(fields["/f"].words.len(), MOST_WORDS);
    }
}

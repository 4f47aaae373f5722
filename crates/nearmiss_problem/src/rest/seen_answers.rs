//! Places where answers of the running API hold single values: documents often do not say it, or something else.

use std::collections::BTreeSet;

use serde_json::Value;

use super::model::Model;
use super::operation::{Operation, SeenAnswers};
use crate::json_answer::parse_json_answer;
use crate::json_pointer::child;
use crate::{HttpResponse, Source, resolve_source};

/// Levels of a body that are looked at, and values that are noted of one operation.
const LEVELS: usize = 4;
const MOST_FIELDS: usize = 100;
/// Largest body that is looked at, in bytes.
const LARGEST: usize = 64 * 1024;
/// Answers of an operation that are looked at: so many that tell something, more of those that do not (an empty list).
const ENOUGH: u8 = 32;
const TELLING: u8 = 4;

/// Tests per operation that pass until what operations need of each other is found out anew: that takes the square of
/// their number.
const TESTS_PER_OPERATION: f64 = 1.0 / 16.0;

/// Looks at the answers of operations so far.
#[derive(Clone, Debug, Default)]
pub(super) struct Looks {
    of: Vec<u8>,
    /// Something was seen that is not related yet.
    waits: bool,
    /// Tests since all was related.
    tests: u32,
}

impl Looks {
    /// Looks at a success of an operation; `None` once enough were looked at.
    pub fn look(&mut self, operation: usize, answer: &HttpResponse) -> Option<SeenAnswers> {
        if self.of.len() <= operation {
            self.of.resize(operation + 1, 0);
        }
        let looked = &mut self.of[operation];
        if *looked >= ENOUGH || answer.truncated || answer.body.len() > LARGEST {
            return None;
        }
        let mut seen = SeenAnswers { any: true, ..SeenAnswers::default() };
        seen.location = resolve_source(answer, &Source::Location, false).is_some();
        if matches!(answer.body.first(), Some(b'{' | b'['))
            && let Ok(body) = parse_json_answer(&answer.body)
        {
            fields_of(&body, "", String::new(), LEVELS, &mut seen.fields);
        }
        *looked += if seen.fields.is_empty() { 1 } else { TELLING };
        Some(seen)
    }

    /// Takes in that a test was looked at, with news or none. Answers whether it is time to find out anew what so many
    /// operations need of each other.
    pub fn relates(&mut self, news: bool, operations: usize) -> bool {
        self.waits |= news;
        self.tests = self.tests.saturating_add(1);
        if !self.waits || f64::from(self.tests) < TESTS_PER_OPERATION * operations as f64 {
            return false;
        }
        (self.waits, self.tests) = (false, 0);
        true
    }
}

/// Notes names and JSON pointers of texts and numbers; of a list, those of its first item.
fn fields_of(
    value: &Value,
    name: &str,
    pointer: String,
    levels: usize,
    found: &mut BTreeSet<(String, String)>,
) {
    match value {
        Value::Object(fields) if levels > 0 => {
            for (name, field) in fields {
                fields_of(field, name, child(&pointer, name), levels - 1, found);
            }
        }
        Value::Array(items) if levels > 0 => {
            if let Some(first) = items.first() {
                fields_of(first, name, format!("{pointer}/0"), levels - 1, found);
            }
        }
        Value::String(_) | Value::Number(_) if found.len() < MOST_FIELDS => {
            found.insert((name.to_owned(), pointer));
        }
        _ => {}
    }
}

impl Model {
    /// Tells whether a success of an operation held what no earlier one did.
    pub(super) fn lacks_answer(&self, operation: usize, seen: &SeenAnswers) -> bool {
        let Some(Operation { seen: known, .. }) = self.operations.get(operation) else {
            return false;
        };
        !known.any || (seen.location && !known.location) || !seen.fields.is_subset(&known.fields)
    }

    /// Takes in what a success of an operation held; [`Model::relate`] must follow.
    pub(super) fn note_answer(&mut self, operation: usize, seen: SeenAnswers) {
        if let Some(Operation { seen: known, .. }) = self.operations.get_mut(operation) {
            known.any = true;
            known.location |= seen.location;
            known.fields.extend(seen.fields);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_found_in_records_and_first_items_until_enough_were_seen() {
        let mut looks = Looks::default();
        let answer = |body: &str| HttpResponse {
            status: 200,
            body: body.as_bytes().to_vec(),
            ..HttpResponse::default()
        };
        let seen = looks.look(1, &answer(r#"{"docs":[{"id":7,"tags":["a"],"ok":true}],"n":null}"#));
        let pair = |name: &str, pointer: &str| (name.to_owned(), pointer.to_owned());
        let fields = BTreeSet::from([pair("id", "/docs/0/id"), pair("tags", "/docs/0/tags/0")]);
        assert_eq!(seen, Some(SeenAnswers { any: true, fields, location: false }));
        let text = looks.look(0, &answer("Created")).unwrap();
        assert!(text.any && text.fields.is_empty());
        let told = (0..100).filter_map(|_| looks.look(1, &answer(r#"[{"id":1}]"#))).count();
        assert_eq!(told, usize::from(ENOUGH / TELLING) - 1);
    }
}

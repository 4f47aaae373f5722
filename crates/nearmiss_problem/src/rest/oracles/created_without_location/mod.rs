//! Code 970: something was created (201), and its creator is not told where it is.
//!
//! Only where there are operations on the single things of a collection, and neither `Location` nor
//! anything like an id in the body says which one is new, and the creator has not chosen the id.

use nearmiss_search::Fault;
use serde_json::Value;

use super::made_call::Made;
use super::relations::{has_items, path_parameters};
use super::{JudgedTest, Oracle, fault_of};
use crate::rest::routes::shape_of;

/// How deep in an answer an id is looked for.
const DEEPEST: usize = 3;
/// What a field that tells where a thing is ends with, in lower case.
const IDS: [&str; 9] = ["id", "uuid", "guid", "key", "slug", "href", "url", "uri", "self"];

/// A 201 that does not tell what it made.
pub(super) struct CreatedWithoutLocation;

impl Oracle for CreatedWithoutLocation {
    fn name(&self) -> &'static str {
        "created-without-location"
    }

    fn faults(&self) -> &'static [(u32, &'static str)] {
        &[(970, "Created Resource Is Not Told")]
    }

    fn judge_test(&self, test: &JudgedTest<'_>) -> Vec<(usize, Fault)> {
        let silent = |made: &&Made<'_>| {
            made.status == 201 && is_silent(made) && has_items(test.model, made.described)
        };
        let found = test.successes(&["POST"]).filter(silent).filter(|made| !is_chosen(test, made));
        let message = "answers 201 without a Location header and without an id in its body";
        found.map(|made| (made.index, fault_of(970, made.described, "", message))).collect()
    }
}

fn is_silent(made: &Made<'_>) -> bool {
    let Some(answer) = made.answer.filter(|answer| answer.header("location").is_none()) else {
        return false;
    };
    if answer.body.is_empty() && !answer.truncated {
        return true;
    }
    // What is no JSON may tell it in its own way.
    let sent = made.sent().and_then(Value::as_object);
    let is_sent = |name: &str| sent.is_some_and(|sent| sent.contains_key(name));
    made.json().is_some_and(|body| !tells_id(body, DEEPEST, &is_sent))
}

fn tells_id(value: &Value, left: usize, is_sent: &dyn Fn(&str) -> bool) -> bool {
    match value {
        Value::String(_) | Value::Number(_) => left == DEEPEST,
        Value::Object(fields) => fields.iter().any(|(name, value)| {
            let inner = value.is_object() || value.is_array();
            // What was sent is the id of something else.
            is_id(name) && !value.is_null() && !is_sent(name)
                || left > 0 && inner && tells_id(value, left - 1, is_sent)
        }),
        Value::Array(items) => {
            left > 0 && items.iter().any(|item| tells_id(item, left - 1, is_sent))
        }
        Value::Null | Value::Bool(_) => false,
    }
}

/// `id`, `_id`, `bookId`, `book_id`, but not `paid`.
fn is_id(name: &str) -> bool {
    IDS.iter().any(|word| {
        let plain = name.to_ascii_lowercase();
        let Some(before) = plain.strip_suffix(word) else { return false };
        let own = &name[before.len()..];
        before.is_empty()
            || before.ends_with(|letter: char| !letter.is_alphanumeric())
            || own.starts_with(|letter: char| letter.is_ascii_uppercase())
    })
}

/// Whether the creator says what the thing is called: a field of the body that he sent, or of the answer,
/// has the name of the parameter of the path.
fn is_chosen(test: &JudgedTest<'_>, made: &Made<'_>) -> bool {
    let items = format!("{}/{{}}", shape_of(made.described));
    let on_items = test.model.operations.iter().filter(|other| shape_of(other) == items);
    let mut names: Vec<&str> = on_items
        .filter_map(|other| {
            let last = *path_parameters(other).last()?;
            Some(other.parameters.get(last)?.name.as_str())
        })
        .collect();
    names.push("id");
    let has = |body: Option<&Value>| {
        body.and_then(Value::as_object).is_some_and(|fields| {
            names.iter().any(|name| fields.keys().any(|key| key.eq_ignore_ascii_case(name)))
        })
    };
    has(made.sent()) || has(made.json())
}

#[cfg(test)]
mod tests;

//! Answers about what never was there. An API that answers every name alike says of none that it is there.

use nearmiss_search::{Action, GeneValue};
use percent_encoding::percent_decode_str;
use serde_json::Value;

use super::JudgedTest;
use super::access::{nobodys_id, tells};
use super::continuation::send;
use super::made_call::Made;
use super::relations::path_parameters;
use crate::rest::model::Model;
use crate::rest::operation::Operation;
use crate::rest::routes::shape_of;

/// Makes a reading of one thing one of a thing that never was, whose name has the form of `id`, so that it is refused
/// for no other reason. `None` where the operation has no path parameter.
pub(super) fn of_nothing(model: &Model, read: &Action, id: &str) -> Option<Action> {
    let operation = model.operations.get(read.template.0 as usize)?;
    let last = path_parameters(operation).last().copied()?;
    let mut read = read.clone();
    read.links.retain(|link| link.parameter != last);
    let id = nobodys_id(id);
    let value = id.parse().map_or_else(|_| GeneValue::text(&id), GeneValue::Integer);
    send(&mut read, last, value);
    Some(read)
}

/// Tells whether the API has a call that makes or changes things like the one that an operation works on.
pub(super) fn can_be_made(model: &Model, item: &Operation) -> bool {
    let shape = shape_of(item);
    let above = shape.rsplit_once('/').map_or("", |(above, _)| above);
    model.operations.iter().any(|other| match other.method.as_str() {
        "PUT" | "PATCH" => shape_of(other) == shape,
        "POST" => shape_of(other) == above,
        _ => false,
    })
}

impl JudgedTest<'_> {
    /// Tells whether the test shows that what was read is there: the answer holds something, and the same operation
    /// told the same user something else of a thing that no other call of the test names.
    pub fn was_there(&self, read: &Made<'_>) -> bool {
        holds_something(read) && self.made().iter().any(|other| self.is_of_nothing(other, read))
    }

    /// Tells whether calls of the test made or changed what a call works on, before it.
    pub fn is_made_before(&self, at: &Made<'_>) -> bool {
        let id = name_in(&at.path);
        self.made()[..at.index].iter().filter(|made| made.succeeds()).any(|made| {
            match made.method() {
                "PUT" | "PATCH" => made.path == at.path,
                "POST" => tells(made, &id),
                _ => false,
            }
        })
    }

    fn is_of_nothing(&self, other: &Made<'_>, read: &Made<'_>) -> bool {
        let is_alike = other.operation == read.operation
            && other.method() == "GET"
            && other.answer.is_some()
            && other.user() == read.user()
            && is_beside(&other.path, &read.path);
        let named_elsewhere = |made: &Made<'_>| {
            made.index != other.index
                && !made.path.is_empty()
                && (made.path == other.path || made.path.starts_with(&format!("{}/", other.path)))
        };
        is_alike
            && !self.made().iter().any(named_elsewhere)
            && (!other.succeeds() || !is_told_alike(other, read))
    }
}

/// Tells whether two paths name two things of one list.
fn is_beside(a: &str, b: &str) -> bool {
    match (a.rsplit_once('/'), b.rsplit_once('/')) {
        (Some((list, one)), Some((other_list, other))) => list == other_list && one != other,
        _ => false,
    }
}

/// Tells whether two readings were answered alike but for the names that they asked for, which many answers repeat.
fn is_told_alike(one: &Made<'_>, other: &Made<'_>) -> bool {
    let names = (name_in(&one.path), name_in(&other.path));
    match (one.json(), other.json()) {
        (Some(one), Some(other)) => is_alike(one, other, &names),
        (None, None) => text_of(one).replace(&names.0, "") == text_of(other).replace(&names.1, ""),
        _ => false,
    }
}

fn is_alike(one: &Value, other: &Value, names: &(String, String)) -> bool {
    match (one, other) {
        (Value::Array(a), Value::Array(b)) => {
            a.len() == b.len() && a.iter().zip(b).all(|(a, b)| is_alike(a, b, names))
        }
        (Value::Object(a), Value::Object(b)) => {
            let same = |(key, value)| b.get(key).is_some_and(|other| is_alike(value, other, names));
            a.len() == b.len() && a.iter().all(same)
        }
        (Value::Number(a), Value::Number(b)) => {
            a == b || a.to_string() == names.0 && b.to_string() == names.1
        }
        (Value::String(a), Value::String(b)) => {
            a == b || a.replace(&names.0, "") == b.replace(&names.1, "")
        }
        _ => one == other,
    }
}

fn name_in(path: &str) -> String {
    let name = path.rsplit('/').next().unwrap_or_default();
    percent_decode_str(name).decode_utf8_lossy().into_owned()
}

fn text_of(made: &Made<'_>) -> String {
    made.answer.map(|answer| String::from_utf8_lossy(&answer.body).into_owned()).unwrap_or_default()
}

/// Tells whether an answer holds anything but an empty text, list or record.
fn holds_something(made: &Made<'_>) -> bool {
    match made.json() {
        Some(Value::Null) => false,
        Some(Value::Array(items)) => !items.is_empty(),
        Some(Value::Object(fields)) => !fields.is_empty(),
        Some(Value::String(text)) => !text.is_empty(),
        Some(_) => true,
        None => !text_of(made).trim().is_empty(),
    }
}

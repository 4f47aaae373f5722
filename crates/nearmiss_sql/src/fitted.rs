//! Values in the types of columns.

use serde_json::{Map, Value};

use crate::arithmetic::{number, text_of, value_of};
use crate::schema::Column;

/// Puts a value at a path of JSON.
pub(crate) fn put(all: &mut Value, path: &[String], value: Value) {
    match path {
        [] => match (all, value) {
            (Value::Object(known), Value::Object(more)) => known.extend(more),
            (Value::Array(known), Value::Array(more)) => {
                known.extend(more.into_iter().filter(|item| !item.is_null()));
            }
            (all, value) => *all = value,
        },
        // A number is a place in a list, unless there is an object.
        [key, rest @ ..] if !all.is_object() || all.as_object().is_some_and(Map::is_empty) => {
            match key.parse::<usize>() {
                Ok(at) if at < 50 && !key.starts_with('+') => {
                    if !all.is_array() {
                        *all = Value::Array(Vec::new());
                    }
                    if let Value::Array(items) = all {
                        while items.len() <= at {
                            items.push(Value::Object(Map::new()));
                        }
                        put(&mut items[at], rest, value);
                    }
                }
                _ => put_key(all, key, rest, value),
            }
        }
        [key, rest @ ..] => put_key(all, key, rest, value),
    }
}

fn put_key(all: &mut Value, key: &str, rest: &[String], value: Value) {
    if !all.is_object() {
        *all = Value::Object(Map::new());
    }
    if let Value::Object(known) = all {
        put(known.entry(key.to_owned()).or_insert(Value::Null), rest, value);
    }
}

/// Answers a value in the type of a column.
pub(crate) fn fit(value: &Value, column: &Column) -> Value {
    match value {
        Value::String(_) if column.is_number() => {
            number(value).map_or_else(|| value.clone(), value_of)
        }
        Value::String(text) if column.is_json() => {
            serde_json::from_str(text).unwrap_or_else(|_| value.clone())
        }
        Value::String(text) if column.is_boolean() => {
            Value::from(matches!(text.as_str(), "t" | "true" | "1" | "on" | "yes"))
        }
        Value::Number(_) if column.is_boolean() => Value::from(number(value) != Some(0.0)),
        Value::Bool(is_true) if column.is_number() => Value::from(u8::from(*is_true)),
        Value::Number(_) | Value::Bool(_) if is_text(column) => Value::from(text_of(value)),
        other => other.clone(),
    }
}

fn is_text(column: &Column) -> bool {
    column.is_text() || column.values.is_some()
}

//! Values of rows as the protocol has them: nearly SQL, but texts stand in double quotes, and what is to be a single quote
//! of SQL is a word.

use serde_json::{Number, Value};

/// Stands for a quote of SQL: one that is in a text stands for itself.
const QUOTE: &str = "SINGLE_APOSTROPHE_PLACEHOLDER";

/// Reads a value. What is none of those that are known is a text.
pub(crate) fn read(text: &str) -> Value {
    let text = text.trim();
    if let Some(inner) = within(text, "\"", "\"") {
        return Value::from(inner.replace(QUOTE, "'"));
    }
    if let Some(inner) = within(text, QUOTE, QUOTE) {
        return Value::from(inner);
    }
    let digits =
        ["X", "x"].iter().find_map(|letter| within(text.strip_prefix(*letter)?, QUOTE, QUOTE));
    if let Some(digits) = digits {
        return Value::from(format!("\\x{digits}"));
    }
    if let Some(items) = within(text, "ARRAY[", "]") {
        return Value::Array(items_of(items).into_iter().map(read).collect());
    }
    match text.to_ascii_lowercase().as_str() {
        "null" => Value::Null,
        "true" => Value::Bool(true),
        "false" => Value::Bool(false),
        _ => text
            .parse::<Number>()
            .map_or_else(|_| Value::from(text.replace(QUOTE, "'")), Value::Number),
    }
}

fn within<'t>(text: &'t str, before: &str, behind: &str) -> Option<&'t str> {
    text.strip_prefix(before)?.strip_suffix(behind)
}

/// Splits a list at its commas, but those within quotes or lists of its own.
fn items_of(text: &str) -> Vec<&str> {
    let (mut items, mut from, mut depth, mut is_quoted) = (Vec::new(), 0, 0_usize, false);
    let mut at = 0;
    while let Some(letter) = text[at..].chars().next() {
        let length = if text[at..].starts_with(QUOTE) { QUOTE.len() } else { letter.len_utf8() };
        match letter {
            _ if length == QUOTE.len() => is_quoted = !is_quoted,
            '"' => is_quoted = !is_quoted,
            '[' if !is_quoted => depth += 1,
            ']' if !is_quoted => depth = depth.saturating_sub(1),
            ',' if !is_quoted && depth == 0 => {
                items.push(text[from..at].trim());
                from = at + 1;
            }
            _ => {}
        }
        at += length;
    }
    items.push(text[from..].trim());
    items.retain(|item| !item.is_empty());
    items
}

/// Writes a value as a core does; `is_list`: the column holds lists, `is_bytes`: bytes of MySQL or H2.
pub(crate) fn printed(value: &Value, (is_list, is_bytes): (bool, bool)) -> String {
    match value {
        Value::Null => "null".to_owned(),
        Value::Bool(_) | Value::Number(_) => value.to_string(),
        Value::String(text) => match text.strip_prefix("\\x").filter(|_| is_bytes) {
            Some(digits) => format!("X{QUOTE}{digits}{QUOTE}"),
            None => format!("\"{text}\""),
        },
        Value::Array(items) if is_list => format!("\"{}\"", list(items)),
        Value::Array(_) | Value::Object(_) => format!("\"{value}\""),
    }
}

/// Writes a list as PostgreSQL reads it from a text.
fn list(items: &[Value]) -> String {
    let item = |value: &Value| match value {
        Value::Null => "NULL".to_owned(),
        Value::Array(items) => list(items),
        Value::String(text) => quoted(text),
        Value::Object(_) => quoted(&value.to_string()),
        other => other.to_string(),
    };
    format!("{{{}}}", items.iter().map(item).collect::<Vec<String>>().join(","))
}

fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}

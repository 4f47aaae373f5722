//! Values of operands, as a database tells them by JSON.

use serde_json::Value;

use crate::dates::day_of;

/// Seconds of a day.
const DAY: f64 = 86_400.0;

/// Two values that meet, as what they are compared by.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Meeting {
    Numbers(f64, f64),
    Texts(String, String),
    /// They are of different sorts, or of one that has no distance.
    Others,
}

/// Tells what a condition came to; `None`: neither.
pub(super) fn truth(value: &Value) -> Option<bool> {
    match value {
        Value::Bool(is_true) => Some(*is_true),
        Value::Number(number) => number.as_f64().map(|number| number != 0.0),
        Value::String(text) => boolean(text),
        _ => None,
    }
}

/// Answers how two values meet: a text beside a number is one that was not read yet.
pub(super) fn meeting(one: &Value, other: &Value) -> Meeting {
    if let (Value::String(one), Value::String(other)) = (one, other) {
        return match (seconds(one), seconds(other)) {
            (Some(one), Some(other)) => Meeting::Numbers(one, other),
            _ => Meeting::Texts(one.clone(), other.clone()),
        };
    }
    match (number(one), number(other)) {
        (Some(one), Some(other)) => Meeting::Numbers(one, other),
        _ => match (text(one), text(other)) {
            (Some(one), Some(other)) => Meeting::Texts(one, other),
            _ => Meeting::Others,
        },
    }
}

/// Answers a value as a number.
fn number(value: &Value) -> Option<f64> {
    match value {
        Value::Number(number) => number.as_f64(),
        Value::Bool(is_true) => Some(f64::from(u8::from(*is_true))),
        Value::String(text) => {
            let read = text.trim().trim_start_matches('$').parse().ok();
            read.or_else(|| boolean(text).map(|is_true| f64::from(u8::from(is_true))))
        }
        _ => None,
    }
}

fn boolean(text: &str) -> Option<bool> {
    match text {
        "t" | "true" => Some(true),
        "f" | "false" => Some(false),
        _ => None,
    }
}

/// Answers a value as a text.
pub(super) fn text(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text.clone()),
        Value::Number(_) | Value::Bool(_) => Some(value.to_string()),
        _ => None,
    }
}

/// Lists the items of a list, also of one that was not read yet: `{a,b}`, or JSON.
pub(super) fn items(value: &Value) -> Option<Vec<Value>> {
    match value {
        Value::Array(items) => Some(items.clone()),
        Value::String(text) if text.starts_with('[') => serde_json::from_str(text).ok(),
        Value::String(text) => {
            let inner = text.strip_prefix('{')?.strip_suffix('}')?;
            let items = inner.split(',').filter(|item| !item.is_empty());
            Some(items.map(|item| Value::from(item.trim_matches('"'))).collect())
        }
        _ => None,
    }
}

/// Answers a document, also one that was not read yet.
pub(super) fn document(value: &Value) -> Option<Value> {
    match value {
        Value::Array(_) | Value::Object(_) => Some(value.clone()),
        Value::String(text) if text.starts_with(['{', '[']) => {
            let read = serde_json::from_str(text).ok();
            read.or_else(|| items(value).map(Value::Array))
        }
        _ => None,
    }
}

/// Answers the seconds of a point in time, a day or a time of day.
fn seconds(text: &str) -> Option<f64> {
    let clock = |text: &str| -> Option<f64> {
        let end = text.find(['Z', '+', '-', ' ']).unwrap_or(text.len());
        let mut parts = text[..end].split(':');
        let (hour, minute) = (parts.next()?, parts.next()?);
        let is_clock = hour.len() == 2 && minute.len() == 2;
        let second = parts.next().map_or(Some(0.0), |second| second.parse().ok())?;
        let (hour, minute): (f64, f64) = (hour.parse().ok()?, minute.parse().ok()?);
        (is_clock && parts.next().is_none()).then_some(hour * 3600.0 + minute * 60.0 + second)
    };
    if !text.is_ascii() || text.len() > 40 {
        return None;
    }
    if text.as_bytes().get(2) == Some(&b':') {
        return clock(text);
    }
    let is_day = text.len() >= 10 && text.as_bytes()[4] == b'-' && text.as_bytes()[7] == b'-';
    let day = day_of(text.get(..10).filter(|_| is_day)?)?;
    let rest = text.get(11..).unwrap_or_default();
    let of_day = if rest.is_empty() { 0.0 } else { clock(rest)? };
    Some(day * DAY + of_day - zone(rest))
}

/// Answers the seconds that a zone is ahead: `+02`, `+02:00`.
fn zone(clock: &str) -> f64 {
    let Some(at) = clock.find(['+', '-']) else { return 0.0 };
    let mut parts = clock[at + 1..].split(':').map(|part| part.parse::<f64>().unwrap_or(0.0));
    let ahead = parts.next().unwrap_or(0.0) * 3600.0 + parts.next().unwrap_or(0.0) * 60.0;
    if clock[at..].starts_with('-') { -ahead } else { ahead }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn values_meet_as_what_they_are() {
        assert_eq!(meeting(&json!(5), &json!("7")), Meeting::Numbers(5.0, 7.0));
        assert_eq!(meeting(&json!(true), &json!("f")), Meeting::Numbers(1.0, 0.0));
        assert_eq!(meeting(&json!("5"), &json!("7a")), Meeting::Texts("5".into(), "7a".into()));
        assert_eq!(
            meeting(&json!("1970-01-02T00:00:00+02:00"), &json!("1970-01-02")),
            Meeting::Numbers(79_200.0, 86_400.0)
        );
        assert_eq!(
            meeting(&json!("10:00:01.5"), &json!("10:01")),
            Meeting::Numbers(36_001.5, 36_060.0)
        );
        assert_eq!(meeting(&json!([1]), &json!(1)), Meeting::Others);
        assert_eq!(items(&json!("{a,\"b\"}")), Some(vec![json!("a"), json!("b")]));
    }
}

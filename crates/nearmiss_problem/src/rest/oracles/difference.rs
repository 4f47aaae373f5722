//! What differs between two answers that tell of the same thing.

use std::collections::BTreeSet;

use serde_json::Value;

/// Words in names of fields that go with the time or with the number of changes.
const OF_CLOCKS: [&str; 10] =
    ["time", "date", "stamp", "updated", "modified", "version", "revision", "etag", "__v", "seen"];

/// Fields that differ, as pointers in which each item of a list is `0`; of lists of different length the
/// list. Time stamps and numbers of versions are left out.
pub(super) fn differences(a: &Value, b: &Value) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    collect(a, b, "", &mut found);
    found
}

fn collect(a: &Value, b: &Value, place: &str, found: &mut BTreeSet<String>) {
    match (a, b) {
        (Value::Object(first), Value::Object(second)) => {
            let names: BTreeSet<&String> = first.keys().chain(second.keys()).collect();
            for name in names {
                let (a, b) = (first.get(name), second.get(name));
                let place = format!("{place}/{name}");
                match (a, b) {
                    (Some(a), Some(b)) if is_clock(name, a) && is_clock(name, b) => {}
                    (Some(a), Some(b)) => collect(a, b, &place, found),
                    (Some(one), None) | (None, Some(one)) if is_clock(name, one) => {}
                    _ => {
                        found.insert(place);
                    }
                }
            }
        }
        (Value::Array(first), Value::Array(second)) if first.len() == second.len() => {
            for (a, b) in first.iter().zip(second) {
                collect(a, b, &format!("{place}/0"), found);
            }
        }
        _ if a == b || is_instant(a) && is_instant(b) => {}
        _ => {
            found.insert(place.to_owned());
        }
    }
}

/// Whether a field tells when, or how often, something was changed.
pub(super) fn is_clock(name: &str, value: &Value) -> bool {
    if matches!(value, Value::Array(_) | Value::Object(_) | Value::Bool(_)) {
        return false;
    }
    let plain = name.to_ascii_lowercase();
    OF_CLOCKS.iter().any(|word| plain.contains(word))
        || name.ends_with("At")
        || plain.ends_with("_at")
        || is_instant(value)
}

/// Whether a value is a point in time: `2026-11-20T...`.
pub(super) fn is_instant(value: &Value) -> bool {
    let Some(text) = value.as_str() else { return false };
    let bytes = text.as_bytes();
    bytes.len() > 16 && is_date(text) && matches!(bytes[10], b'T' | b' ')
}

/// Whether a text begins with a date: `2026-11-20`.
pub(super) fn is_date(text: &str) -> bool {
    let bytes = text.as_bytes();
    bytes.len() >= 10
        && bytes[..10].iter().enumerate().all(|(at, byte)| match at {
            4 | 7 => *byte == b'-',
            _ => byte.is_ascii_digit(),
        })
}

/// The record that an answer is: itself, or its only field that is one (`{"data": {...}}`).
pub(super) fn record_of(answer: &Value) -> Option<&serde_json::Map<String, Value>> {
    let record = answer.as_object()?;
    let mut values = record.values();
    match (values.next(), values.next()) {
        (Some(Value::Object(inner)), None) => Some(inner),
        _ => Some(record),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn clocks_are_no_difference_and_longer_lists_are() {
        let a = json!({"a": 1, "tags": ["x"], "updatedAt": "2026-01-01T00:00:00Z", "version": 1, "l": [{"b": 1}]});
        let b = json!({"a": 2, "tags": ["x", "x"], "updatedAt": "2026-01-02T00:00:00Z", "version": 2, "l": [{"b": 2}]});
        assert_eq!(Vec::from_iter(differences(&a, &b)), ["/a", "/l/0/b", "/tags"]);
        assert!(differences(&a, &a).is_empty());
        // A list with a name of a clock is a list.
        assert_eq!(differences(&json!({"dates": []}), &json!({"dates": [1]})).len(), 1);
    }
}

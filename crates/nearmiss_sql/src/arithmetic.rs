//! Values as numbers and as texts.

use std::cmp::Ordering;

use serde_json::Value;

/// Answers a value as a number, also one that is written as a text.
pub(crate) fn number(value: &Value) -> Option<f64> {
    match value {
        Value::Number(number) => number.as_f64(),
        Value::String(text) => text.trim().parse().ok().filter(|number: &f64| number.is_finite()),
        Value::Bool(is_true) => Some(f64::from(u8::from(*is_true))),
        _ => None,
    }
}

/// Answers a number as JSON: a whole one without a point.
pub(crate) fn value_of(number: f64) -> Value {
    const EXACT: f64 = 9_007_199_254_740_992.0;
    // Below the bound every whole number is exact.
    let is_whole = number.fract() == 0.0 && number.abs() < EXACT;
    let whole = is_whole.then(|| format!("{number:.0}").parse::<i64>().ok()).flatten();
    whole.map_or_else(|| Value::from(number), Value::from)
}

/// Answers a value as a text.
pub(crate) fn text_of(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        other => other.to_string(),
    }
}

/// Compares two values as a database does, where it can be known.
pub(crate) fn compare(one: &Value, other: &Value) -> Option<Ordering> {
    match (one, other) {
        (Value::Null, _) | (_, Value::Null) => None,
        (Value::String(one), Value::String(other)) => Some(one.cmp(other)),
        (Value::Array(_) | Value::Object(_), _) | (_, Value::Array(_) | Value::Object(_)) => {
            (one == other).then_some(Ordering::Equal)
        }
        _ => number(one)?.partial_cmp(&number(other)?),
    }
}

//! Values that stand in the document: enum members, defaults, examples.

use nearmiss_search::GeneValue;
use serde_json::Value;

use crate::js_number::js_number;

/// A value of the document as a gene value.
pub(in crate::rest) fn literal(value: &Value) -> GeneValue {
    match value {
        Value::Null => GeneValue::Null,
        Value::Bool(flag) => GeneValue::Boolean(*flag),
        Value::Number(number) => match number.as_i64() {
            Some(whole) => GeneValue::Integer(whole),
            None => GeneValue::Double(number.as_f64().unwrap_or(0.0)),
        },
        Value::String(text) => GeneValue::text(text),
        Value::Array(list) => GeneValue::List(list.iter().map(literal).collect()),
        Value::Object(map) => GeneValue::Record(
            map.iter().map(|(key, value)| (key.clone(), literal(value))).collect(),
        ),
    }
}

/// The value as the type wants it, or `None` if it cannot be of that type. YAML writes `1` and
/// `true` where text is meant, and people write `"1"` where a number is meant.
pub(super) fn literal_of_type(value: &Value, kind: &str) -> Option<GeneValue> {
    match (kind, value) {
        ("string", Value::String(_)) => Some(literal(value)),
        ("string", Value::Number(number)) => Some(GeneValue::text(&js_number(number))),
        ("string", Value::Bool(flag)) => Some(GeneValue::text(&flag.to_string())),
        ("boolean", Value::Bool(_)) => Some(literal(value)),
        ("boolean", Value::String(text)) => match text.to_ascii_lowercase().as_str() {
            "true" | "yes" | "on" => Some(GeneValue::Boolean(true)),
            "false" | "no" | "off" => Some(GeneValue::Boolean(false)),
            _ => None,
        },
        ("integer", Value::Number(number)) => match (number.as_i64(), number.as_f64()) {
            (Some(whole), _) => Some(GeneValue::Integer(whole)),
            // 1.0 is an integer; what is beyond 64 bits is none of ours.
            (None, Some(real)) if real.fract() == 0.0 && real.abs() < 9e18 => {
                #[expect(clippy::cast_possible_truncation, reason = "whole and below 2^63")]
                let whole = real as i64;
                Some(GeneValue::Integer(whole))
            }
            _ => None,
        },
        ("integer", Value::String(text)) => text.trim().parse().ok().map(GeneValue::Integer),
        ("number", Value::Number(_)) => Some(literal(value)),
        ("number", Value::String(text)) => {
            text.trim().parse().ok().filter(|real: &f64| real.is_finite()).map(GeneValue::Double)
        }
        ("array", Value::Array(_)) | ("object", Value::Object(_)) | ("null", Value::Null) => {
            Some(literal(value))
        }
        _ => None,
    }
}

//! Values that stand in the document: enum members, defaults, examples.

use nearmiss_search::GeneValue;
use serde_json::Value;

use crate::js_number::js_number;
use crate::json_gene::gene_of_json;

/// The value as the type wants it, or `None` if it cannot be of that type. YAML writes `1` and
/// `true` where text is meant, and people write `"1"` where a number is meant.
pub(super) fn literal_of_type(value: &Value, kind: &str) -> Option<GeneValue> {
    match (kind, value) {
        ("string", Value::String(_)) => Some(gene_of_json(value)),
        ("string", Value::Number(number)) => Some(GeneValue::text(&js_number(number))),
        ("string", Value::Bool(flag)) => Some(GeneValue::text(&flag.to_string())),
        ("boolean", Value::Bool(_)) => Some(gene_of_json(value)),
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
        ("number", Value::Number(_)) => Some(gene_of_json(value)),
        ("number", Value::String(text)) => {
            text.trim().parse().ok().filter(|real: &f64| real.is_finite()).map(GeneValue::Double)
        }
        ("array", Value::Array(_)) | ("object", Value::Object(_)) | ("null", Value::Null) => {
            Some(gene_of_json(value))
        }
        _ => None,
    }
}

//! Values of JSON as values of genes.

use nearmiss_search::GeneValue;
use serde_json::Value;

/// Answers a value of JSON as genes have it.
pub(super) fn gene_value(value: &Value) -> GeneValue {
    match value {
        Value::Null => GeneValue::Null,
        Value::Bool(is_true) => GeneValue::Boolean(*is_true),
        Value::Number(number) => match number.as_i64() {
            Some(whole) => GeneValue::Integer(whole),
            None => GeneValue::Double(number.as_f64().unwrap_or(0.0)),
        },
        Value::String(text) => GeneValue::text(text),
        Value::Array(items) => GeneValue::List(items.iter().map(gene_value).collect()),
        Value::Object(fields) => {
            let fields = fields.iter().map(|(name, value)| (name.clone(), gene_value(value)));
            GeneValue::Record(fields.collect())
        }
    }
}

/// Answers a scalar as the text that a request has for it; `None` of anything else, and of what says little.
pub(super) fn text_of(value: &GeneValue) -> Option<String> {
    let text = match value {
        GeneValue::Text(units) => String::from_utf16(units).ok()?,
        GeneValue::Integer(whole) => whole.to_string(),
        GeneValue::Double(real) => real.to_string(),
        GeneValue::Absent
        | GeneValue::Null
        | GeneValue::Boolean(_)
        | GeneValue::List(_)
        | GeneValue::Record(_) => return None,
    };
    Some(text).filter(|text| !text.is_empty())
}

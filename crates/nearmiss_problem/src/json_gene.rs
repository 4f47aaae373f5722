//! Values of JSON as values of genes.

use nearmiss_search::GeneValue;
use serde_json::Value;

/// Answers a value of JSON as genes have it.
pub(crate) fn gene_of_json(value: &Value) -> GeneValue {
    match value {
        Value::Null => GeneValue::Null,
        Value::Bool(flag) => GeneValue::Boolean(*flag),
        Value::Number(number) => match number.as_i64() {
            Some(whole) => GeneValue::Integer(whole),
            None => GeneValue::Double(number.as_f64().unwrap_or(0.0)),
        },
        Value::String(text) => GeneValue::text(text),
        Value::Array(list) => GeneValue::List(list.iter().map(gene_of_json).collect()),
        Value::Object(map) => GeneValue::Record(
            map.iter().map(|(key, value)| (key.clone(), gene_of_json(value))).collect(),
        ),
    }
}

//! The text of a value where there is no JSON: parameters, forms, plain bodies.

use nearmiss_search::{GeneValue, js_double, json_text};

/// Text as it is, numbers and booleans as JavaScript prints them, lists and records as JSON.
pub(super) fn plain_text(value: &GeneValue) -> Vec<u16> {
    let text = match value {
        GeneValue::Text(units) => return units.clone(),
        GeneValue::Absent => String::new(),
        GeneValue::Double(real) => js_double(*real),
        other => json_text(other),
    };
    text.encode_utf16().collect()
}

//! Values of genes as a request has them.

use nearmiss_search::GeneValue;

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

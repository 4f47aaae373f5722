//! Values of requests as genes take them: in the order and of the types of the schema.

use nearmiss_search::{GeneSpec, GeneValue};
use serde_json::Value;

use crate::json_gene::gene_of_json;

/// A JSON value as a spec wants it; fields that it does not know are left out. `None` if it does not fit.
pub(super) fn fit(value: &Value, spec: &GeneSpec) -> Option<GeneValue> {
    match spec {
        GeneSpec::Optional(inner) => fit(value, inner),
        GeneSpec::Suggested { inner, .. } => fit(value, inner),
        GeneSpec::Nullable(_) if value.is_null() => Some(GeneValue::Null),
        GeneSpec::Nullable(inner) => fit(value, inner),
        GeneSpec::Choice(specs) => specs.iter().find_map(|spec| fit(value, spec)),
        GeneSpec::Object { fields, .. } => {
            let record = value.as_object()?;
            let mut fitted = Vec::new();
            for field in fields {
                match record.get(&field.name).and_then(|value| fit(value, &field.spec)) {
                    Some(value) => fitted.push((field.name.clone(), value)),
                    None if matches!(field.spec, GeneSpec::Optional(_)) => {}
                    None => return None,
                }
            }
            Some(GeneValue::Record(fitted))
        }
        GeneSpec::Array { item, .. } => {
            let items = value.as_array()?.iter().map(|value| fit(value, item));
            items.collect::<Option<Vec<_>>>().map(GeneValue::List)
        }
        GeneSpec::Integer { .. } => match value.as_i64() {
            Some(whole) => Some(GeneValue::Integer(whole)),
            None => value.as_str()?.parse().ok().map(GeneValue::Integer),
        },
        GeneSpec::Double { .. } => match value.as_f64() {
            Some(real) => Some(GeneValue::Double(real)),
            None => value
                .as_str()?
                .parse()
                .ok()
                .filter(|real: &f64| real.is_finite())
                .map(GeneValue::Double),
        },
        GeneSpec::Boolean => match value {
            Value::Bool(flag) => Some(GeneValue::Boolean(*flag)),
            value => value.as_str()?.parse().ok().map(GeneValue::Boolean),
        },
        GeneSpec::Enum(values) => {
            let own = gene_of_json(value);
            let text = |known: &&GeneValue| match (known, value) {
                (GeneValue::Integer(whole), Value::String(text)) => whole.to_string() == *text,
                (known, _) => **known == own,
            };
            values.iter().find(text).cloned()
        }
        GeneSpec::Map { value: spec, .. } => {
            let fields = value.as_object()?.iter();
            let fitted = fields.map(|(name, value)| Some((name.clone(), fit(value, spec)?)));
            fitted.collect::<Option<Vec<_>>>().map(GeneValue::Record)
        }
        GeneSpec::Any | GeneSpec::Open => Some(gene_of_json(value)),
        GeneSpec::Text { .. } | GeneSpec::Pattern { .. } | GeneSpec::Format(_) => {
            value.as_str().map(GeneValue::text)
        }
    }
}

/// The text of a parameter as a spec wants it; items of a list stand between commas.
pub(super) fn fit_text(text: &str, spec: &GeneSpec) -> Option<GeneValue> {
    match spec {
        GeneSpec::Optional(inner) | GeneSpec::Nullable(inner) => fit_text(text, inner),
        GeneSpec::Suggested { inner, .. } => fit_text(text, inner),
        GeneSpec::Array { item, .. } => {
            let items = text.split(',').map(|text| fit_text(text, item));
            items.collect::<Option<Vec<_>>>().map(GeneValue::List)
        }
        GeneSpec::Object { .. } | GeneSpec::Map { .. } => {
            fit(&serde_json::from_str(text).ok()?, spec)
        }
        spec => fit(&Value::String(text.to_owned()), spec),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dummy_format::FORMAT;

    #[test]
    fn text_of_a_format_that_nobody_knows_is_taken() {
        let fitted = fit_text("T-0007", &GeneSpec::Format(&FORMAT));
        assert_eq!(fitted, Some(GeneValue::text("T-0007")));
        assert_eq!(fit(&Value::Bool(true), &GeneSpec::Format(&FORMAT)), None);
    }
}

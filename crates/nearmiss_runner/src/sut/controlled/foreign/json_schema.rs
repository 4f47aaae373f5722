//! Types of a JVM driver as JSON Schema: it tells of each with its name, `"org.a.B":{"org.a.B":{..}, "org.a.C":{..}}`,
//! and has formats of its own for classes of Java.

use serde_json::{Map, Value, json};

use crate::java::date_expression;
use crate::marked::MARK;

/// Formats of times without a zone, as formats of dates.
pub(super) const LOCAL_DATE_TIME: &str = "yyyy-MM-dd'T'HH:mm:ss";
pub(super) const LOCAL_TIME: &str = "HH:mm:ss";

/// The schema of a type that was told with its name; `None` where it is none.
pub(super) fn of_named(told: &str) -> Option<Value> {
    let Value::Object(outer) = serde_json::from_str(&format!("{{{told}}}")).ok()? else {
        return None;
    };
    let (name, inner) = outer.into_iter().next()?;
    let Value::Object(mut inner) = inner else { return None };
    // Without the types that it refers to it is the schema itself.
    let mut schema = match inner.get(&name) {
        Some(own) if !inner.contains_key("type") => {
            let mut own = own.as_object()?.clone();
            own.insert("components".to_owned(), json!({"schemas": Value::Object(inner)}));
            own
        }
        _ => std::mem::take(&mut inner),
    };
    schema.values_mut().for_each(mend);
    mend_format(&mut schema);
    Some(Value::Object(schema))
}

/// A list whose items have a schema, or that nobody describes.
pub(super) fn list(items: Option<Value>) -> Value {
    let Some(mut items) = items else { return json!({"type": "array"}) };
    // What it refers to is looked for from the root.
    let components = items.as_object_mut().and_then(|items| items.remove("components"));
    match components {
        Some(components) => json!({"type": "array", "items": items, "components": components}),
        None => json!({"type": "array", "items": items}),
    }
}

/// An object of which the driver tells what is read.
pub(super) fn marked_object() -> Value {
    json!({"type": "object", "required": [MARK], "properties": {MARK: {"type": "string"}}})
}

/// Formats of Java's classes are said in other words, here and below.
fn mend(value: &mut Value) {
    match value {
        Value::Array(items) => items.iter_mut().for_each(mend),
        Value::Object(members) => {
            members.values_mut().for_each(mend);
            mend_format(members);
        }
        _ => {}
    }
}

fn mend_format(schema: &mut Map<String, Value>) {
    let pattern = |format: &str| json!({"pattern": format!("^{}$", date_expression(format).unwrap_or_default())});
    let words = match schema.get("format").and_then(Value::as_str) {
        Some("local-date") => json!({"format": "date"}),
        Some("local-date-time") => pattern(LOCAL_DATE_TIME),
        Some("local-time") => pattern(LOCAL_TIME),
        Some("char") => json!({"minLength": 1, "maxLength": 1}),
        Some("int8") => json!({"minimum": i8::MIN, "maximum": i8::MAX}),
        Some("int16") => json!({"minimum": i16::MIN, "maximum": i16::MAX}),
        _ => return,
    };
    schema.remove("format");
    if let Value::Object(words) = words {
        schema.extend(words);
    }
}

#[cfg(test)]
mod tests {
    use nearmiss_problem::rest::schema_spec;
    use nearmiss_search::GeneSpec;

    use super::*;

    fn fields(schema: &Value) -> Vec<String> {
        match schema_spec(&schema.to_string()) {
            Some(GeneSpec::Object { fields, .. }) => {
                fields.into_iter().map(|field| field.name).collect()
            }
            other => panic!("{other:?} is no object"),
        }
    }

    #[test]
    fn a_type_is_found_by_its_name_with_those_that_it_refers_to() {
        let told = r##""a.Order":{"a.Order":{"type":"object","properties":{"lines":{"type":"array","items":{"$ref":"#/components/schemas/a.Line"}},
            "day":{"type":"string","format":"local-date"}}},"a.Line":{"type":"object","properties":{"size":{"type":"integer","format":"int8"}}}}"##;
        let schema = of_named(told).unwrap();
        assert_eq!(fields(&schema), ["lines", "day"]);
        let spec = format!("{:?}", schema_spec(&schema.to_string()).unwrap());
        assert!(
            spec.contains("Format(date)") && spec.contains("size") && spec.contains("min: -128"),
            "{spec}"
        );
        let items = format!("{:?}", schema_spec(&list(Some(schema)).to_string()).unwrap());
        assert!(items.starts_with("Array") && items.contains("size"), "{items}");
    }

    #[test]
    fn a_type_that_refers_to_none_is_the_schema_itself() {
        let told = r#""a.Point":{"type":"object","properties":{"x":{"type":"number"}}}"#;
        assert_eq!(fields(&of_named(told).unwrap()), ["x"]);
        for nonsense in ["", "x", "\"a\":1", "\"a\"", "\"a\":{\"a\":7}}"] {
            assert_eq!(of_named(nonsense), None, "{nonsense}");
        }
    }

    #[test]
    fn a_marked_object_has_its_mark() {
        assert_eq!(fields(&marked_object()), [MARK]);
        assert!(matches!(schema_spec(&list(None).to_string()), Some(GeneSpec::Array { .. })));
    }
}

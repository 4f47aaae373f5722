//! JSON Schema that is no part of a document.

use nearmiss_search::GeneSpec;
use serde_json::Value;

use super::document::Document;
use super::schema_warning::Warnings;
use super::spec::SpecBuilder;

/// Makes the spec of a JSON Schema (2020-12); `None` when it says nothing or is no schema.
#[must_use]
pub fn schema_spec(text: &str) -> Option<GeneSpec> {
    let root: Value = serde_json::from_str(text).ok()?;
    let document = Document::of_schema(root);
    // The schema is the program's: what of it is not followed is nobody's mistake.
    let mut warnings = Warnings::default();
    let spec = SpecBuilder::new(&document, &mut warnings).build(document.root());
    (spec != GeneSpec::Any).then_some(spec)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_schema_becomes_a_spec_and_nonsense_none() {
        let text = json!({"type": "integer", "minimum": 3, "maximum": 5}).to_string();
        let spec = GeneSpec::Integer { min: 3, max: 5, multiple_of: 0 };
        assert_eq!(schema_spec(&text), Some(spec));
        for nonsense in ["", "{", "{}", "true", "[1]", "null", r##"{"$ref":"#/$defs/a"}"##] {
            assert_eq!(schema_spec(nonsense), None, "{nonsense}");
        }
        let tree = json!({"$ref": "#/$defs/t", "$defs": {"t": {
            "type": "object", "required": ["children"],
            "properties": {"children": {"type": "array", "items": {"$ref": "#/$defs/t"}}},
        }}});
        assert!(matches!(schema_spec(&tree.to_string()), Some(GeneSpec::Object { .. })));
    }
}

//! Values that a document suggests: `default`, `example`, `examples`.

use nearmiss_search::{GeneSpec, GeneValue};
use serde_json::Value;

use super::conjunction::Leaf;
use super::keyword;
use super::literal::literal_of_type;
use super::spec_builder::SpecBuilder;
use crate::json_gene::gene_of_json;
use crate::rest::document::Located;

/// Suggestions taken from one schema.
const MAX_SUGGESTIONS: usize = 16;

impl<'d> SpecBuilder<'d, '_> {
    pub(super) fn with_suggestions(
        &mut self,
        spec: GeneSpec,
        leaves: &[Leaf<'d>],
        types: &[&str],
    ) -> GeneSpec {
        let mut places: Vec<(String, &'d Value)> = Vec::new();
        places.extend(keyword::values(leaves, "default"));
        places.extend(keyword::values(leaves, "example"));
        for leaf in leaves {
            if let Some(examples) = leaf.place.get("examples") {
                places.extend(example_values(&examples));
            }
        }
        let mut values = Vec::new();
        for (pointer, value) in places {
            if values.len() >= MAX_SUGGESTIONS || value.is_null() {
                continue;
            }
            let literal = if types.is_empty() {
                Some(gene_of_json(value))
            } else {
                types.iter().find_map(|kind| literal_of_type(value, kind))
            };
            match literal {
                Some(gene_of_json) if !values.contains(&gene_of_json) => values.push(gene_of_json),
                Some(_) => {}
                None => {
                    self.warnings.add(&pointer, "this value is not of the schema's type; ignored")
                }
            }
        }
        suggest(spec, values)
    }

    /// Adds the `example` and `examples` of a parameter or media type to the spec of its schema.
    pub fn suggest_examples(&mut self, spec: GeneSpec, holder: &Located<'d>) -> GeneSpec {
        let mut values = Vec::new();
        if let Some(example) = holder.get("example") {
            values.push(example.value);
        }
        if let Some(examples) = holder.get("examples") {
            for (_, entry) in examples.entries() {
                match self.document.resolve(entry.clone()) {
                    Ok(entry) => values.extend(entry.get("value").map(|place| place.value)),
                    Err(message) => self.warnings.add(&entry.pointer, message),
                }
            }
        }
        // An enum says all there is to say.
        if matches!(spec, GeneSpec::Enum(_)) {
            return spec;
        }
        let wanted = spec.json_type();
        let mut literals = Vec::new();
        for value in values.into_iter().take(MAX_SUGGESTIONS) {
            let exact = match (value, wanted) {
                (Value::Null, _) => None,
                // What may be of several types takes what comes.
                (_, None) => Some(gene_of_json(value)),
                (_, Some(wanted)) => literal_of_type(value, wanted.name()),
            };
            match exact {
                Some(value) if !literals.contains(&value) => literals.push(value),
                Some(_) => {}
                None => self
                    .warnings
                    .add(&holder.pointer, "an example is not of the schema's type; ignored"),
            }
        }
        suggest(spec, literals)
    }
}

fn suggest(spec: GeneSpec, mut values: Vec<GeneValue>) -> GeneSpec {
    if values.is_empty() {
        return spec;
    }
    match spec {
        GeneSpec::Suggested { values: mut known, inner } => {
            values.retain(|value| !known.contains(value));
            known.append(&mut values);
            GeneSpec::Suggested { values: known, inner }
        }
        spec => GeneSpec::Suggested { values, inner: Box::new(spec) },
    }
}

/// In a schema `examples` is a list; some write the map of a media type there.
fn example_values<'d>(examples: &Located<'d>) -> Vec<(String, &'d Value)> {
    match examples.value {
        Value::Array(_) => {
            examples.items().into_iter().map(|place| (place.pointer, place.value)).collect()
        }
        _ => examples
            .entries()
            .into_iter()
            .filter_map(|(_, place)| place.get("value"))
            .map(|place| (place.pointer, place.value))
            .collect(),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::dummy_format::FORMAT;
    use crate::rest::document::Document;
    use crate::rest::schema_warning::Warnings;

    #[test]
    fn examples_of_a_format_that_nobody_knows_are_suggested() {
        let holder = json!({"examples": {"a": {"value": "T-0007"}, "b": {"value": ["T-0008"]}}});
        let document = Document::of_schema(holder);
        let mut warnings = Warnings::default();
        let made = SpecBuilder::new(&document, &mut warnings)
            .suggest_examples(GeneSpec::Format(&FORMAT), &document.root());
        let GeneSpec::Suggested { values, inner } = made else { panic!("{made:?}") };
        assert_eq!(values, [GeneValue::text("T-0007")], "a list is no text");
        assert_eq!(*inner, GeneSpec::Format(&FORMAT));
    }
}

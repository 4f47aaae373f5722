//! Which types the values of a schema have.

use serde_json::Value;

use super::conjunction::Leaf;
use super::spec_builder::SpecBuilder;

const TYPES: [&str; 7] = ["string", "integer", "number", "boolean", "array", "object", "null"];

impl<'d> SpecBuilder<'d, '_> {
    /// The types that all schemas allow, `null` apart.
    pub(super) fn types(&mut self, leaves: &[Leaf<'d>]) -> (Vec<&'d str>, bool) {
        let mut allowed: Option<Vec<&'d str>> = None;
        let mut nullable = false;
        for leaf in leaves {
            nullable |= leaf.place.is_true("nullable") || leaf.place.is_true("x-nullable");
            let Some(place) = leaf.place.get("type") else { continue };
            let mut types = Vec::new();
            let names = match place.value {
                Value::Array(_) => place.items(),
                _ => vec![place.clone()],
            };
            for name in names {
                match name.value {
                    // 2.0 sends files as text.
                    Value::String(text) if text == "file" => types.push("string"),
                    Value::String(text) => match TYPES.iter().find(|known| *known == text) {
                        Some(known) => types.push(*known),
                        None if text == "any" => {}
                        None => self
                            .warnings
                            .add(&name.pointer, format!("type `{text}` is not known; ignored")),
                    },
                    // YAML reads an unquoted `null` so.
                    Value::Null => types.push("null"),
                    _ => self.warnings.add(&name.pointer, "a type must be a string; ignored"),
                }
            }
            if types.is_empty() {
                continue;
            }
            allowed = Some(match allowed {
                None => types,
                Some(before) => {
                    let both = intersect(&before, &types);
                    if both.is_empty() {
                        self.warnings.add(
                            &place.pointer,
                            "this type contradicts that of a schema it must hold together with; ignored",
                        );
                        before
                    } else {
                        both
                    }
                }
            });
        }
        match allowed {
            Some(types) => {
                let null = types.contains(&"null");
                // `nullable: true` in one of several schemas counts, as its author means it to.
                (types.into_iter().filter(|kind| *kind != "null").collect(), nullable || null)
            }
            None => (implied_type(leaves).into_iter().collect(), nullable),
        }
    }
}

/// What a number allows an integer does, too.
fn intersect<'d>(before: &[&'d str], types: &[&'d str]) -> Vec<&'d str> {
    let mut both = Vec::new();
    for kind in before {
        if types.contains(kind) || (*kind == "integer" && types.contains(&"number")) {
            both.push(*kind);
        } else if *kind == "number" && types.contains(&"integer") {
            both.push("integer");
        }
    }
    both
}

/// The type that the keywords of schemas without `type` speak about.
fn implied_type<'d>(leaves: &[Leaf<'d>]) -> Option<&'d str> {
    const HINTS: [(&str, &[&str]); 4] = [
        ("object", &["properties", "additionalProperties", "required", "minProperties"]),
        ("array", &["items", "minItems", "maxItems", "uniqueItems"]),
        ("string", &["pattern", "minLength", "maxLength"]),
        ("number", &["minimum", "maximum", "multipleOf", "exclusiveMinimum", "exclusiveMaximum"]),
    ];
    for (kind, keys) in HINTS {
        for key in keys {
            // A 2.0 parameter and a property of draft 3 have `required: true`.
            let speaks = leaves.iter().any(|leaf| {
                leaf.place
                    .get(key)
                    .is_some_and(|place| *key != "required" || place.value.is_array())
            });
            if speaks {
                return Some(kind);
            }
        }
    }
    let format = leaves.iter().find_map(|leaf| leaf.place.text("format"))?;
    Some(match format {
        "int32" | "int64" => "integer",
        "float" | "double" => "number",
        _ => "string",
    })
}

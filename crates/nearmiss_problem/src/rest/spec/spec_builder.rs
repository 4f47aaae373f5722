//! Builds the spec of a gene from a schema: types, alternatives, literals.

use nearmiss_search::{GeneSpec, GeneValue};
use serde_json::Value;

use super::conjunction::{Conjunction, Leaf};
use super::keyword;
use super::literal::{literal, literal_of_type};
use crate::rest::document::{Document, Located};
use crate::rest::schema_warning::Warnings;

/// Parts of one schema from which on what is optional is left out.
const MAX_PARTS: usize = 2_000;
/// Levels of one schema from which on nothing is built; guards the stack.
const MAX_DEPTH: usize = 48;
/// Suggestions taken from one schema.
const MAX_SUGGESTIONS: usize = 16;

/// Keywords that constrain values and that we do not read.
const IGNORED: [&str; 12] = [
    "not",
    "if",
    "dependentSchemas",
    "dependentRequired",
    "dependencies",
    "patternProperties",
    "propertyNames",
    "contains",
    "unevaluatedProperties",
    "unevaluatedItems",
    "prefixItems",
    "$dynamicRef",
];

const TYPES: [&str; 7] = ["string", "integer", "number", "boolean", "array", "object", "null"];

/// Builds specs of one document. Values are those of requests: what is `readOnly` is left out.
pub(in crate::rest) struct SpecBuilder<'d, 'w> {
    pub(super) document: &'d Document,
    pub(super) warnings: &'w mut Warnings,
    /// References entered above the current part.
    pub(super) references: Vec<String>,
    depth: usize,
    parts: usize,
}

impl<'d, 'w> SpecBuilder<'d, 'w> {
    /// A builder that notes in `warnings` what it does not understand.
    pub fn new(document: &'d Document, warnings: &'w mut Warnings) -> Self {
        Self { document, warnings, references: Vec::new(), depth: 0, parts: 0 }
    }

    /// The spec of a schema; [`GeneSpec::Any`] (with a warning) where none can be made.
    pub fn build(&mut self, schema: Located<'d>) -> GeneSpec {
        self.parts = 0;
        let pointer = schema.pointer.clone();
        self.part(&Conjunction::of(schema)).unwrap_or_else(|| {
            self.warnings
                .add(&pointer, "no value can satisfy this schema, or it never ends; any is sent");
            GeneSpec::Any
        })
    }

    /// Whether only what is required should be built from now on.
    pub(super) fn is_large(&self) -> bool {
        self.parts >= MAX_PARTS
    }

    /// The spec of schemas that hold together; `None` if there is no (finite) value.
    pub(super) fn part(&mut self, conjunction: &Conjunction<'d>) -> Option<GeneSpec> {
        if self.depth >= MAX_DEPTH || self.parts >= 2 * MAX_PARTS {
            return None;
        }
        self.parts += 1;
        let expanded = self.expand(conjunction)?;
        let entered = self.references.len();
        self.references.extend(expanded.references);
        self.depth += 1;
        let spec = self.of_leaves(&expanded.leaves, &conjunction.fixed);
        self.depth -= 1;
        self.references.truncate(entered);
        spec
    }

    fn of_leaves(&mut self, leaves: &[Leaf<'d>], fixed: &[(String, String)]) -> Option<GeneSpec> {
        if let Some(spec) = self.alternatives(leaves, fixed) {
            return spec;
        }
        self.warn_of_ignored(leaves);
        let (types, mut nullable) = self.types(leaves);
        if let Some(values) = self.enumeration(leaves, &types) {
            // `null` among the values needs no second way to be null.
            nullable &= !values.contains(&GeneValue::Null);
            return Some(wrap_nullable(GeneSpec::Enum(values), nullable));
        }
        if types.is_empty() {
            let spec = if nullable { GeneSpec::Enum(vec![GeneValue::Null]) } else { GeneSpec::Any };
            return Some(self.with_suggestions(spec, leaves, &types));
        }
        let mut specs = Vec::new();
        for kind in &types {
            specs.extend(match *kind {
                "string" => Some(self.text(leaves)),
                "integer" => Some(self.integer(leaves)),
                "number" => Some(self.number(leaves)),
                "boolean" => Some(GeneSpec::Boolean),
                "array" => self.array(leaves),
                _ => self.object(leaves, fixed),
            });
        }
        let spec = match specs.len() {
            0 if nullable => return Some(GeneSpec::Enum(vec![GeneValue::Null])),
            0 => return None,
            1 => specs.remove(0),
            _ => GeneSpec::Choice(specs),
        };
        Some(wrap_nullable(self.with_suggestions(spec, leaves, &types), nullable))
    }

    /// `oneOf` and `anyOf`: one branch a time together with everything around it.
    #[expect(
        clippy::option_option,
        reason = "outer: are there alternatives; inner: is any possible"
    )]
    fn alternatives(
        &mut self,
        leaves: &[Leaf<'d>],
        fixed: &[(String, String)],
    ) -> Option<Option<GeneSpec>> {
        let (at, key) = leaves.iter().enumerate().find_map(|(at, leaf)| {
            let has = |key| leaf.place.get(key).is_some_and(|list| !list.items().is_empty());
            if !leaf.one_of_done && has("oneOf") {
                Some((at, "oneOf"))
            } else if !leaf.any_of_done && has("anyOf") {
                Some((at, "anyOf"))
            } else {
                None
            }
        })?;
        let mut around = leaves.to_vec();
        match key {
            "oneOf" => around[at].one_of_done = true,
            _ => around[at].any_of_done = true,
        }
        let branches = leaves[at].place.get(key)?.items();
        let mut nullable = false;
        let mut specs: Vec<GeneSpec> = Vec::new();
        for branch in branches {
            let mut fixed = fixed.to_vec();
            fixed.extend(discriminator(&leaves[at].place, &branch));
            let mut together = around.clone();
            together.push(Leaf::new(branch));
            match self.part(&Conjunction { leaves: together, fixed }) {
                // `anyOf: [{...}, {type: null}]` is how 3.1 says nullable.
                Some(GeneSpec::Enum(values)) if values == [GeneValue::Null] => nullable = true,
                Some(spec) if !specs.contains(&spec) => specs.push(spec),
                _ => {}
            }
        }
        Some(match specs.len() {
            0 if nullable => Some(GeneSpec::Enum(vec![GeneValue::Null])),
            0 => None,
            1 => Some(wrap_nullable(specs.remove(0), nullable)),
            _ => Some(wrap_nullable(GeneSpec::Choice(specs), nullable)),
        })
    }

    fn warn_of_ignored(&mut self, leaves: &[Leaf<'d>]) {
        for leaf in leaves {
            for key in IGNORED {
                if let Some(place) = leaf.place.get(key) {
                    self.warnings.add(
                        &place.pointer,
                        format!("`{key}` is ignored when values are made for requests"),
                    );
                }
            }
        }
    }

    /// The types that all schemas allow, `null` apart.
    fn types(&mut self, leaves: &[Leaf<'d>]) -> (Vec<&'d str>, bool) {
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

    fn enumeration(&mut self, leaves: &[Leaf<'d>], types: &[&str]) -> Option<Vec<GeneValue>> {
        let mut allowed: Option<Vec<&'d Value>> = None;
        for (_, value) in keyword::values(leaves, "const") {
            allowed = Some(vec![value]);
        }
        for (pointer, value) in keyword::values(leaves, "enum") {
            let Some(values) = value.as_array().filter(|values| !values.is_empty()) else {
                self.warnings.add(&pointer, "`enum` must be a list of values; it is ignored");
                continue;
            };
            allowed = Some(match allowed {
                None => values.iter().collect(),
                Some(before) => {
                    let both: Vec<_> =
                        before.iter().copied().filter(|value| values.contains(value)).collect();
                    if both.is_empty() { before } else { both }
                }
            });
        }
        let allowed = allowed?;
        let mut found = Vec::new();
        for value in allowed {
            let value = types
                .iter()
                .find_map(|kind| literal_of_type(value, kind))
                .unwrap_or_else(|| literal(value));
            if !found.contains(&value) {
                found.push(value);
            }
        }
        Some(found)
    }

    fn with_suggestions(
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
                Some(literal(value))
            } else {
                types.iter().find_map(|kind| literal_of_type(value, kind))
            };
            match literal {
                Some(literal) if !values.contains(&literal) => values.push(literal),
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
        let wanted: &[&str] = match &spec {
            GeneSpec::Integer { .. } => &["integer"],
            GeneSpec::Double { .. } => &["number"],
            GeneSpec::Boolean => &["boolean"],
            GeneSpec::Object { .. } | GeneSpec::Map { .. } => &["object"],
            GeneSpec::Array { .. } => &["array"],
            GeneSpec::Text { .. }
            | GeneSpec::Pattern { .. }
            | GeneSpec::Date
            | GeneSpec::Time
            | GeneSpec::DateTime
            | GeneSpec::Uuid
            | GeneSpec::Base64
            | GeneSpec::Email
            | GeneSpec::Uri => &["string"],
            // An enum says all there is to say; the rest takes what comes.
            GeneSpec::Enum(_) => return spec,
            _ => &["string", "boolean", "integer", "number", "array", "object"],
        };
        let mut literals = Vec::new();
        for value in values.into_iter().take(MAX_SUGGESTIONS) {
            let exact = match value {
                Value::Null => None,
                _ if wanted.len() > 1 => Some(literal(value)),
                _ => wanted.iter().find_map(|kind| literal_of_type(value, kind)),
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

fn wrap_nullable(spec: GeneSpec, nullable: bool) -> GeneSpec {
    match spec {
        spec @ GeneSpec::Nullable(_) => spec,
        spec if nullable => GeneSpec::Nullable(Box::new(spec)),
        spec => spec,
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

/// The property and value by which a branch is told from its siblings.
fn discriminator(holder: &Located<'_>, branch: &Located<'_>) -> Option<(String, String)> {
    let discriminator = holder.get("discriminator")?;
    let property = discriminator.text("propertyName")?;
    let reference = branch.text("$ref")?;
    let name = reference.rsplit('/').next().unwrap_or(reference);
    let mapped = discriminator.get("mapping").and_then(|mapping| {
        mapping
            .entries()
            .into_iter()
            .find(|(_, target)| {
                target.value.as_str().is_some_and(|text| text == reference || text == name)
            })
            .map(|(key, _)| key.to_owned())
    });
    Some((property.to_owned(), mapped.unwrap_or_else(|| name.to_owned())))
}

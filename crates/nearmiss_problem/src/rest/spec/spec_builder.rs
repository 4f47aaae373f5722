//! Builds the spec of a gene from a schema: types, alternatives, literals.

use nearmiss_search::{GeneSpec, GeneValue};
use serde_json::Value;

use super::conjunction::{Conjunction, Leaf};
use super::keyword;
use super::literal::literal_of_type;
use crate::json_gene::gene_of_json;
use crate::rest::document::{Document, Located};
use crate::rest::schema_warning::Warnings;

/// Parts of one schema from which on what is optional is left out.
const MAX_PARTS: usize = 2_000;
/// Parts of all schemas of a document from which on what is optional is left out of each.
const MAX_DOCUMENT_PARTS: usize = 50_000;
/// Parts of one schema when those of the document are used up.
const FEWEST_PARTS: usize = 50;
/// Levels of one schema from which on nothing is built; guards the stack.
const MAX_DEPTH: usize = 48;

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
        let spec = self.part(&Conjunction::of(schema)).unwrap_or_else(|| {
            self.warnings
                .add(&pointer, "no value can satisfy this schema, or it never ends; any is sent");
            GeneSpec::Any
        });
        self.document.built.set(self.document.built.get() + self.parts);
        spec
    }

    /// Parts of the current schema from which on what is optional is left out.
    fn most_parts(&self) -> usize {
        if self.document.built.get() >= MAX_DOCUMENT_PARTS { FEWEST_PARTS } else { MAX_PARTS }
    }

    /// Whether only what is required should be built from now on.
    pub(super) fn is_large(&self) -> bool {
        self.parts >= self.most_parts()
    }

    /// The spec of schemas that hold together; `None` if there is no (finite) value.
    pub(super) fn part(&mut self, conjunction: &Conjunction<'d>) -> Option<GeneSpec> {
        if self.depth >= MAX_DEPTH || self.parts >= 2 * self.most_parts() {
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
                .unwrap_or_else(|| gene_of_json(value));
            if !found.contains(&value) {
                found.push(value);
            }
        }
        Some(found)
    }
}

/// The spec, or null; not twice.
pub(super) fn wrap_nullable(spec: GeneSpec, nullable: bool) -> GeneSpec {
    match spec {
        spec @ GeneSpec::Nullable(_) => spec,
        spec if nullable => GeneSpec::Nullable(Box::new(spec)),
        spec => spec,
    }
}

//! Records and maps.

use std::collections::BTreeSet;

use indexmap::IndexMap;
use nearmiss_search::{FieldSpec, GeneSpec, GeneValue};
use serde_json::Value;

use super::conjunction::{Conjunction, Leaf};
use super::formed_names::with_formed_values;
use super::keyword;
use super::spec_builder::SpecBuilder;
use crate::rest::document::Located;

/// Entries beyond the least number where the schema sets no limit.
const MORE_ENTRIES: usize = 4;
/// Most entries that are made, whatever the schema asks for.
const MOST_ENTRIES: usize = 1_000;

impl<'d> SpecBuilder<'d, '_> {
    /// A record or a map; `None` if a required field has no (finite) value.
    pub(super) fn object(
        &mut self,
        leaves: &[Leaf<'d>],
        fixed: &[(String, String)],
    ) -> Option<GeneSpec> {
        let properties = self.properties(leaves);
        let required = self.required(leaves);
        let min = keyword::counts(leaves, "minProperties", self.warnings).into_iter().max();
        let max = keyword::counts(leaves, "maxProperties", self.warnings).into_iter().min();
        let additional = self.additional(leaves);
        if properties.is_empty() && required.is_empty() && fixed.is_empty() {
            return self.map(leaves, additional, min.unwrap_or(0), max);
        }
        let mut fields: Vec<FieldSpec> = Vec::new();
        for (name, conjunction) in properties {
            if conjunction.leaves.iter().any(|leaf| self.is_read_only(&leaf.place)) {
                continue;
            }
            if let Some((_, value)) = fixed.iter().find(|(fixed, _)| *fixed == name) {
                fields.push(fixed_field(&name, value));
                continue;
            }
            let is_required = required.contains(name.as_str());
            if !is_required && self.is_large() {
                self.warn_at(
                    leaves,
                    "this schema is very large; some optional fields are left out",
                );
                continue;
            }
            match self.part(&conjunction) {
                Some(spec) => {
                    let spec = with_formed_values(&name, spec);
                    let spec = if is_required { spec } else { GeneSpec::Optional(Box::new(spec)) };
                    fields.push(FieldSpec { name, spec });
                }
                None if is_required => return None,
                None => {}
            }
        }
        for (name, value) in fixed {
            if !fields.iter().any(|field| field.name == *name) {
                fields.push(fixed_field(name, value));
            }
        }
        self.undescribed(leaves, &required, &mut fields);
        limit_fields(&mut fields, min, max);
        let additional = match additional {
            Additional::Described(conjunction) if max.is_none() && !self.is_large() => {
                self.part(&conjunction).map(Box::new)
            }
            _ => None,
        };
        Some(GeneSpec::Object { fields, additional })
    }

    /// The schemas of each property, those of one name from all schemas together.
    fn properties(&mut self, leaves: &[Leaf<'d>]) -> IndexMap<String, Conjunction<'d>> {
        let mut found: IndexMap<String, Conjunction<'d>> = IndexMap::new();
        for leaf in leaves {
            let Some(place) = leaf.place.get("properties") else { continue };
            if !place.value.is_object() {
                self.warnings.add(&place.pointer, "`properties` must be an object; it is ignored");
            }
            for (name, schema) in place.entries() {
                found.entry(name.to_owned()).or_default().leaves.push(Leaf::new(schema));
            }
        }
        found
    }

    fn required(&mut self, leaves: &[Leaf<'d>]) -> BTreeSet<&'d str> {
        let mut found = BTreeSet::new();
        for leaf in leaves {
            let Some(place) = leaf.place.get("required") else { continue };
            match place.value {
                Value::Array(_) => {
                    for name in place.items() {
                        match name.value.as_str() {
                            Some(text) => {
                                found.insert(text);
                            }
                            None => {
                                self.warnings.add(&name.pointer, "a name must be a string; ignored")
                            }
                        }
                    }
                }
                // A parameter of 2.0, or a property of draft 3.
                Value::Bool(_) => {}
                _ => self.warnings.add(&place.pointer, "`required` must be a list; it is ignored"),
            }
        }
        found
    }

    /// Required, but no schema says what it is.
    fn undescribed(
        &mut self,
        leaves: &[Leaf<'d>],
        required: &BTreeSet<&str>,
        fields: &mut Vec<FieldSpec>,
    ) {
        let described = |name: &str| {
            leaves.iter().any(|leaf| {
                leaf.place
                    .get("properties")
                    .is_some_and(|properties| properties.get(name).is_some())
            })
        };
        for name in required {
            let known = fields.iter().any(|field| field.name == *name) || described(name);
            if !known {
                fields.push(FieldSpec { name: (*name).to_owned(), spec: GeneSpec::Any });
            }
        }
    }

    fn is_read_only(&self, place: &Located<'d>) -> bool {
        place.is_true("readOnly")
            || self.document.resolve(place.clone()).is_ok_and(|target| target.is_true("readOnly"))
    }

    fn additional(&mut self, leaves: &[Leaf<'d>]) -> Additional<'d> {
        let mut described = Conjunction::default();
        for leaf in leaves {
            let Some(place) = leaf.place.get("additionalProperties") else { continue };
            match place.value {
                Value::Bool(false) => return Additional::Forbidden,
                Value::Bool(true) => {}
                Value::Object(map) if map.is_empty() => {}
                _ => described.leaves.push(Leaf::new(place)),
            }
        }
        if described.leaves.is_empty() {
            Additional::Free
        } else {
            Additional::Described(described)
        }
    }

    fn map(
        &mut self,
        leaves: &[Leaf<'d>],
        additional: Additional<'d>,
        min: usize,
        max: Option<usize>,
    ) -> Option<GeneSpec> {
        let empty = GeneSpec::Object { fields: Vec::new(), additional: None };
        let value = match additional {
            Additional::Forbidden => return Some(empty),
            Additional::Free => GeneSpec::Any,
            Additional::Described(conjunction) => match self.part(&conjunction) {
                Some(spec) => spec,
                None => return (min == 0).then_some(empty),
            },
        };
        let min = min.min(MOST_ENTRIES);
        let mut max = max.unwrap_or(min + MORE_ENTRIES).min(MOST_ENTRIES);
        if max < min {
            self.warn_at(leaves, "`maxProperties` is below `minProperties`; it is ignored");
            max = min + MORE_ENTRIES;
        }
        Some(GeneSpec::Map { value: Box::new(value), min, max })
    }
}

enum Additional<'d> {
    Forbidden,
    Free,
    Described(Conjunction<'d>),
}

fn fixed_field(name: &str, value: &str) -> FieldSpec {
    FieldSpec { name: name.to_owned(), spec: GeneSpec::Enum(vec![GeneValue::text(value)]) }
}

/// Makes optional fields required until `minProperties` holds, and drops them until
/// `maxProperties` does.
fn limit_fields(fields: &mut Vec<FieldSpec>, min: Option<usize>, max: Option<usize>) {
    let is_optional = |field: &FieldSpec| matches!(field.spec, GeneSpec::Optional(_));
    let mut certain = fields.iter().filter(|field| !is_optional(field)).count();
    for field in fields.iter_mut() {
        if certain >= min.unwrap_or(0) {
            break;
        }
        if let GeneSpec::Optional(inner) = &mut field.spec {
            field.spec = std::mem::replace(&mut **inner, GeneSpec::Any);
            certain += 1;
        }
    }
    if let Some(max) = max {
        let mut room = max.saturating_sub(certain);
        fields.retain(|field| {
            if !is_optional(field) {
                return true;
            }
            let keep = room > 0;
            room = room.saturating_sub(1);
            keep
        });
    }
}

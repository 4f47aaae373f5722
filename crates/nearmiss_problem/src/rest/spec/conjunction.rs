//! Schemas that must hold together: `$ref` and `allOf` taken apart without copying anything.

use serde_json::Value;

use super::spec_builder::SpecBuilder;
use crate::rest::document::{Located, Version, kind_of};

/// References inside references before a schema is taken to be endless.
const MAX_NESTED_REFERENCES: usize = 64;
/// How often a schema may be entered again below itself: a tree gets one level of children.
const MAX_REENTRY: usize = 1;

/// One schema of a conjunction.
#[derive(Clone, Debug)]
pub(super) struct Leaf<'d> {
    /// The schema, an object once expanded.
    pub place: Located<'d>,
    /// `$ref` and `allOf` have been taken apart.
    pub expanded: bool,
    /// Its `oneOf` has been decided.
    pub one_of_done: bool,
    /// Its `anyOf` has been decided.
    pub any_of_done: bool,
}

impl<'d> Leaf<'d> {
    /// A schema as it stands in the document.
    pub fn new(place: Located<'d>) -> Self {
        Self { place, expanded: false, one_of_done: false, any_of_done: false }
    }
}

/// Schemas that must all hold.
#[derive(Clone, Debug, Default)]
pub(super) struct Conjunction<'d> {
    /// The schemas.
    pub leaves: Vec<Leaf<'d>>,
    /// Properties whose text a discriminator fixes.
    pub fixed: Vec<(String, String)>,
}

impl<'d> Conjunction<'d> {
    /// One schema.
    pub fn of(place: Located<'d>) -> Self {
        Self { leaves: vec![Leaf::new(place)], fixed: Vec::new() }
    }
}

/// A conjunction without `$ref` and `allOf`.
pub(super) struct Expanded<'d> {
    /// Objects only.
    pub leaves: Vec<Leaf<'d>>,
    /// Places of the references that were followed.
    pub references: Vec<String>,
}

impl<'d> SpecBuilder<'d, '_> {
    /// Takes `$ref` and `allOf` apart. `None` if nothing can satisfy it, or if it would go on
    /// without end.
    pub(super) fn expand(&mut self, conjunction: &Conjunction<'d>) -> Option<Expanded<'d>> {
        let mut expanded = Expanded { leaves: Vec::new(), references: Vec::new() };
        for leaf in &conjunction.leaves {
            self.expand_leaf(leaf.clone(), &mut expanded, 0)?;
        }
        Some(expanded)
    }

    fn expand_leaf(&mut self, leaf: Leaf<'d>, into: &mut Expanded<'d>, depth: usize) -> Option<()> {
        if leaf.expanded {
            into.leaves.push(leaf);
            return Some(());
        }
        if depth > MAX_NESTED_REFERENCES {
            self.warnings.add(&leaf.place.pointer, "references are nested too deeply here");
            return None;
        }
        match leaf.place.value {
            Value::Bool(allowed) => return allowed.then_some(()),
            Value::Object(_) => {}
            other => {
                self.warnings.add(
                    &leaf.place.pointer,
                    format!(
                        "a schema must be an object, not {}; any value is sent",
                        kind_of(other)
                    ),
                );
                return Some(());
            }
        }
        if let Some(reference) = leaf.place.get("$ref") {
            self.expand_reference(&reference, into, depth)?;
            // Before 3.1 what stands beside a reference is ignored.
            if self.document.version != Version::V31 {
                return Some(());
            }
        }
        if let Some(all) = leaf.place.get("allOf") {
            if !all.value.is_array() {
                self.warnings.add(&all.pointer, "`allOf` must be a list; it is ignored");
            }
            for part in all.items() {
                self.expand_leaf(Leaf::new(part), into, depth + 1)?;
            }
        }
        into.leaves.push(Leaf { expanded: true, ..leaf });
        Some(())
    }

    fn expand_reference(
        &mut self,
        reference: &Located<'d>,
        into: &mut Expanded<'d>,
        depth: usize,
    ) -> Option<()> {
        let Some(text) = reference.value.as_str() else {
            self.warnings.add(&reference.pointer, "`$ref` must be a string; it is ignored");
            return Some(());
        };
        let place = match self.document.lookup(text) {
            Ok(place) => place,
            Err(message) => {
                self.warnings.add(&reference.pointer, format!("{message}; any value is sent"));
                return Some(());
            }
        };
        // A circle of `allOf` says nothing new the second time.
        if into.references.contains(&place.pointer) {
            return Some(());
        }
        let above = self.references.iter().filter(|entered| **entered == place.pointer).count();
        if above > MAX_REENTRY {
            return None;
        }
        into.references.push(place.pointer.clone());
        self.expand_leaf(Leaf::new(place), into, depth + 1)
    }
}

//! `oneOf` and `anyOf`.

use nearmiss_search::{GeneSpec, GeneValue};

use super::conjunction::{Conjunction, Leaf};
use super::spec_builder::{SpecBuilder, wrap_nullable};
use crate::rest::document::Located;

impl<'d> SpecBuilder<'d, '_> {
    /// `oneOf` and `anyOf`: one branch a time together with everything around it.
    #[expect(
        clippy::option_option,
        reason = "outer: are there alternatives; inner: is any possible"
    )]
    pub(super) fn alternatives(
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

//! Whether an operation has an input already.

use nearmiss_search::{ActionTemplate, GeneSpec};

use super::{HiddenInput, HiddenPlace};
use crate::rest::operation::{Operation, Place};

/// Whether the document or an earlier call has told of this input.
pub(super) fn is_known(
    operation: &Operation,
    template: &ActionTemplate,
    input: &HiddenInput,
) -> bool {
    let named = |place: Place| {
        operation.parameters.iter().any(|known| {
            known.place == place
                && match place {
                    Place::Header => known.name.eq_ignore_ascii_case(&input.name),
                    // `ids[]` and `filter[name]` are read as `ids` and `filter`.
                    Place::Query => {
                        known.name == input.name
                            || known.name.split('[').next() == Some(&input.name)
                    }
                    _ => known.name == input.name,
                }
        })
    };
    match input.place {
        HiddenPlace::Query => named(Place::Query),
        HiddenPlace::Header => named(Place::Header),
        HiddenPlace::Cookie => named(Place::Cookie),
        HiddenPlace::Body => {
            let path: Vec<String> = input
                .name
                .split('/')
                .skip(1)
                .map(|name| name.replace("~1", "/").replace("~0", "~"))
                .collect();
            let described = operation.body.as_ref().is_some_and(|body| {
                template.parameters.get(body.parameter).is_some_and(|(_, spec)| holds(spec, &path))
            });
            described || named(Place::BodyField)
        }
    }
}

/// Whether a spec describes the field that a path leads to.
fn holds(spec: &GeneSpec, path: &[String]) -> bool {
    let Some((name, rest)) = path.split_first() else { return true };
    match spec {
        GeneSpec::Optional(inner) | GeneSpec::Nullable(inner) => holds(inner, path),
        GeneSpec::Suggested { inner, .. } => holds(inner, path),
        GeneSpec::Choice(branches) => branches.iter().any(|branch| holds(branch, path)),
        GeneSpec::Object { fields, .. } => fields
            .iter()
            .find(|field| field.name == *name)
            .is_some_and(|field| holds(&field.spec, rest)),
        GeneSpec::Array { item, .. } => name == "-" && holds(item, rest),
        _ => false,
    }
}

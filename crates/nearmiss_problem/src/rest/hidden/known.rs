//! Whether an operation has an input already.

use nearmiss_search::{ActionTemplate, GeneSpec};

use crate::json_pointer::keys;
use crate::rest::operation::{Operation, Place};
use crate::{InputPlace, ReadInput};

/// Whether the document or an earlier call has told of this input.
pub(super) fn is_known(
    operation: &Operation,
    template: &ActionTemplate,
    input: &ReadInput,
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
        InputPlace::Query => named(Place::Query),
        InputPlace::Header => named(Place::Header),
        InputPlace::Cookie => named(Place::Cookie),
        InputPlace::Body => {
            let path = keys(&input.name);
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
        GeneSpec::Boolean
        | GeneSpec::Integer { .. }
        | GeneSpec::Double { .. }
        | GeneSpec::Text { .. }
        | GeneSpec::Pattern { .. }
        | GeneSpec::Format(_)
        | GeneSpec::Enum(_)
        | GeneSpec::Map { .. }
        | GeneSpec::Any
        | GeneSpec::Open => false,
    }
}

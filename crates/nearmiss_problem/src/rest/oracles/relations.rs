//! Which operation reads what another one changes or makes.

use super::made_call::Made;
use crate::json_pointer::child;
use crate::rest::model::Model;
use crate::rest::operation::{Operation, PathPiece};
use crate::rest::routes::shape_of;
use crate::rest::sampler::Agreement;
use crate::{Source, resolve_source};

/// Where ids are when no document says it.
const USUAL_IDS: [&str; 4] = ["/id", "/_id", "/uuid", "/data/id"];

/// Whether an operation works on one of many: its path ends with a parameter.
pub(super) fn is_item(operation: &Operation) -> bool {
    !operation.anywhere
        && operation.pieces.len() > 1
        && matches!(operation.pieces.last(), Some(PathPiece::Parameter(_)))
}

/// Indexes of the parameters of a path, in order.
pub(super) fn path_parameters(operation: &Operation) -> Vec<usize> {
    let parameters = operation.pieces.iter().filter_map(|piece| match piece {
        PathPiece::Parameter(index) => Some(*index),
        PathPiece::Literal(_) => None,
    });
    parameters.collect()
}

/// The operation with this method on the same path.
pub(super) fn sibling(model: &Model, operation: &Operation, method: &str) -> Option<usize> {
    let shape = shape_of(operation);
    on_shape(model, &shape, method)
}

fn on_shape(model: &Model, shape: &str, method: &str) -> Option<usize> {
    model
        .operations
        .iter()
        .position(|other| other.method == method && !other.anywhere && shape_of(other) == shape)
}

/// The operation that reads what this one changes: on the same path, or on the nearest path above it
/// that is read. What is read above one of many is their list, or the thing that they are parts of.
pub(super) fn reader(model: &Model, operation: &Operation) -> Option<usize> {
    let own = shape_of(operation);
    let mut shape = own.clone();
    loop {
        if let Some(found) = on_shape(model, &shape, "GET") {
            return Some(found);
        }
        // What is read further up than one thing says little.
        let cut = shape.rfind('/')?;
        if cut == 0 || shape.ends_with("{}") && shape != own {
            return None;
        }
        shape.truncate(cut);
    }
}

/// Whether there is an operation on each of the things that this one makes.
pub(super) fn has_items(model: &Model, creation: &Operation) -> bool {
    let items = format!("{}/{{}}", shape_of(creation));
    model.operations.iter().any(|other| shape_of(other) == items)
}

/// Finds the operation that reads one of the things that this one makes.
pub(super) fn item_reader(model: &Model, creation: &Operation) -> Option<usize> {
    on_shape(model, &format!("{}/{{}}", shape_of(creation)), "GET")
}

/// Finds the operation that makes the things of which an operation names one: a POST on the path without its last parameter.
pub(super) fn creation(model: &Model, item: &Operation) -> Option<usize> {
    on_shape(model, shape_of(item).strip_suffix("/{}")?, "POST")
}

/// The operations that read one of the things that a creation makes.
pub(super) fn item_readers(model: &Model, creation: usize) -> Vec<usize> {
    let reads = |index: &usize| {
        let operation = &model.operations[*index];
        operation.method == "GET"
            && is_item(operation)
            && needs_of(model, *index, creation).is_some()
    };
    (0..model.operations.len()).filter(reads).collect()
}

/// Sources of the id that the last parameter of a path wants of a creation.
fn needs_of(model: &Model, operation: usize, creation: usize) -> Option<&[String]> {
    let last = *path_parameters(&model.operations[operation]).last()?;
    let need = model.resources.needs.get(operation)?.iter().find(|need| need.parameter == last)?;
    need.creators.iter().find_map(|creator| match &creator.agreement {
        Agreement::Answer(sources) if creator.operation == creation => Some(sources.as_slice()),
        _ => None,
    })
}

/// Where the answer of a creation holds the id that the last parameter of an operation wants, and the id.
pub(super) fn made_id(
    model: &Model,
    made: &Made<'_>,
    operation: usize,
) -> Option<(String, String)> {
    let described = &model.operations[operation];
    let last = *path_parameters(described).last()?;
    let name = &described.parameters[last].name;
    let sources = needs_of(model, operation, made.operation)?;
    // Whose name the answer has is named by that, and not by the number beside it.
    let own = child("", name);
    let plain = name.to_ascii_lowercase();
    let wants_id = plain.ends_with("id") || plain == "key";
    let usual = USUAL_IDS.iter().filter(|_| wants_id).map(|source| (*source).to_owned());
    let sources = std::iter::once(own).chain(sources.iter().cloned()).chain(usual);
    let mut found = sources.filter_map(|source| {
        let place = match source.as_str() {
            "Location" => Source::Location,
            pointer => Source::Body(pointer.to_owned()),
        };
        let id = resolve_source(made.answer?, &place, true)?;
        Some((source, id))
    });
    found.next()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ProblemOptions;
    use crate::rest::RestProblem;

    #[test]
    fn what_reads_a_part_is_what_reads_the_thing_it_is_of() {
        let parameter = |name: &str| serde_json::json!({"name": name, "in": "path", "required": true, "schema": {"type": "string"}});
        let operation = |names: &[&str]| {
            let parameters: Vec<_> = names.iter().map(|name| parameter(name)).collect();
            serde_json::json!({"parameters": parameters, "responses": {}})
        };
        let document = serde_json::json!({
            "openapi": "3.0.0", "info": {"title": "t", "version": "1"},
            "paths": {
                "/boxes/{box}": {"get": operation(&["box"])},
                "/boxes/{box}/parts/{part}": {"put": operation(&["box", "part"])},
                "/boxes/{box}/parts/{part}/lids": {"post": operation(&["box", "part"])},
                "/lamps": {"get": operation(&[])},
                "/lamps/{lamp}": {"put": operation(&["lamp"])},
            },
        });
        let (problem, _) =
            RestProblem::parse(&document.to_string(), &ProblemOptions::default()).unwrap();
        let model = problem.model();
        let of = |name: &str| {
            let operation = &model.operations[model.find(name).unwrap()];
            reader(&model, operation).map(|reader| model.operations[reader].name.clone())
        };
        assert_eq!(of("PUT:/boxes/{box}/parts/{part}").as_deref(), Some("GET:/boxes/{box}"));
        assert_eq!(of("PUT:/lamps/{lamp}").as_deref(), Some("GET:/lamps"));
        assert_eq!(of("POST:/boxes/{box}/parts/{part}/lids"), None);
    }
}

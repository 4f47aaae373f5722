//! Inputs of calls that hold what a row has: both stay equal from then on.

use nearmiss_search::{Action, ActionAt, GeneValue, Individual, Link};

use super::fitting::text_of;
use crate::json_pointer::child;

/// Links the inputs of a call that have a value to a column of a row. Answers whether there are any.
pub(super) fn link_inputs(
    individual: &mut Individual,
    call: usize,
    value: &GeneValue,
    (row, column): (usize, &str),
) -> bool {
    let Some(text) = text_of(value) else { return false };
    let Some(action) = individual.calls.get_mut(call) else { return false };
    let places = places_of(action, &text);
    for (parameter, path) in &places {
        let is_linked =
            action.links.iter().any(|link| link.parameter == *parameter && link.path == *path);
        if !is_linked {
            action.links.push(Link {
                parameter: *parameter,
                path: path.clone(),
                from: ActionAt::Setup(row),
                source: child("", column),
            });
        }
    }
    !places.is_empty()
}

/// Takes an input that an answer of an earlier call gives from a row instead: what the row's key is to be is none of the
/// inputs' own values, so it came from there. Answers whether there is such an input.
pub(super) fn lead_to_row(
    individual: &mut Individual,
    call: usize,
    (row, column): (usize, &str),
) -> bool {
    let Some(action) = individual.calls.get_mut(call) else { return false };
    let is_of_call = |link: &&mut Link| matches!(link.from, ActionAt::Call(_));
    let Some(link) = action.links.iter_mut().find(is_of_call) else { return false };
    link.from = ActionAt::Setup(row);
    link.source = child("", column);
    true
}

/// Tells whether an input of a call has a value that it takes from nowhere else.
pub(super) fn is_free_input(action: &Action, text: &str) -> bool {
    places_of(action, text).iter().any(|(parameter, path)| {
        !action.links.iter().any(|link| link.parameter == *parameter && link.path == *path)
    })
}

/// Lists where a call has a value: parameters, and fields of those that are records.
fn places_of(action: &Action, text: &str) -> Vec<(usize, Vec<String>)> {
    let mut places = Vec::new();
    for (parameter, gene) in action.genes.iter().enumerate() {
        match gene.value() {
            GeneValue::Record(fields) => {
                let named =
                    fields.iter().filter(|(_, value)| text_of(value).as_deref() == Some(text));
                places.extend(named.map(|(name, _)| (parameter, vec![name.clone()])));
            }
            value if text_of(&value).as_deref() == Some(text) => {
                places.push((parameter, Vec::new()))
            }
            _ => {}
        }
    }
    places
}

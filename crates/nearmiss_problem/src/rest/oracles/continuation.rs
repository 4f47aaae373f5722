//! Tests that go on from one that was seen: its calls up to a place, and others behind them.

use nearmiss_search::{Action, ActionAt, GeneValue, Individual, Link, Reading};
use rand_pcg::Pcg64Mcg;

use super::JudgedTest;
use super::relations::{is_item, item_reader, path_parameters, reader, sibling};
use crate::rest::model::Model;
use crate::rest::operation::{MediaKind, Operation, Place};

/// The part of a test that leads to some of its calls.
pub(super) struct Lead {
    /// The calls.
    pub individual: Individual,
    places: Vec<Option<usize>>,
}

impl Lead {
    /// The calls `keep` and what they stand on; what only looked, or was refused, and whose answer nobody
    /// needs is left out.
    pub fn to(test: &JudgedTest<'_>, keep: &[usize]) -> Self {
        let last = keep.iter().copied().max().unwrap_or(0);
        let mut individual = test.individual.clone();
        individual.calls.truncate(last + 1);
        let mut kept: Vec<bool> = (0..individual.calls.len())
            .map(|index| {
                keep.contains(&index)
                    || test.made().get(index).is_some_and(|made| made.may_have_effect())
            })
            .collect();
        for index in (0..kept.len()).rev() {
            if kept[index] {
                for link in &individual.calls[index].links {
                    if let Some(earlier) = link.from.call().and_then(|from| kept.get_mut(from)) {
                        *earlier = true;
                    }
                }
            }
        }
        for index in (0..kept.len()).rev() {
            if !kept[index] {
                individual.remove_call(index);
            }
        }
        let mut next = 0;
        let places = kept.iter().map(|kept| {
            kept.then(|| {
                next += 1;
                next - 1
            })
        });
        Self { places: places.collect(), individual }
    }

    /// Where a call that was kept is now.
    pub fn place(&self, index: usize) -> usize {
        self.places.get(index).copied().flatten().unwrap_or(0)
    }
}

/// A call of `operation` on what the call at `at` works on: their paths share the values of as many
/// parameters as both have. What need not be sent beside the body is not sent.
pub(super) fn on_same(
    model: &Model,
    individual: &Individual,
    at: usize,
    operation: usize,
    rng: &mut Pcg64Mcg,
) -> Action {
    let mut action = model.fresh(operation, rng);
    let described = &model.operations[operation];
    for (gene, parameter) in action.genes.iter_mut().zip(&described.parameters) {
        if !matches!(parameter.place, Place::Path | Place::Body | Place::MediaType) {
            gene.set_value(&GeneValue::Absent);
        }
    }
    let Some(earlier) = individual.calls.get(at) else { return action };
    action.user = earlier.user;
    let Some(source) = model.operations.get(earlier.template.0 as usize) else { return action };
    for (own, other) in path_parameters(described).into_iter().zip(path_parameters(source)) {
        let Some(gene) = earlier.genes.get(other) else { continue };
        let value = gene.value();
        if !action.genes[own].set_value(&value) {
            action.genes[own].send(value);
        }
        if let Some(link) = earlier.links.iter().find(|link| link.parameter == other) {
            action.links.push(Link { parameter: own, ..link.clone() });
        }
    }
    action
}

/// Makes calls that show what the last call of a test did, as the same user, best first: what reads the thing that it
/// makes, changes or deletes, or the list or thing that this is a part of. None of what may not be called.
pub(in crate::rest) fn readings(
    model: &Model,
    test: &Individual,
    rng: &mut Pcg64Mcg,
) -> Vec<Reading> {
    let Some(last) = test.calls.len().checked_sub(1) else { return Vec::new() };
    let Some(writing) = model.operations.get(test.calls[last].template.0 as usize) else {
        return Vec::new();
    };
    let item = item_reader(model, writing).filter(|_| writing.method == "POST");
    let is_writing = matches!(&*writing.method, "POST" | "PUT" | "PATCH" | "DELETE");
    let own = sibling(model, writing, "GET");
    // A list behind what is put into it is a test of the list.
    let is_list = |found: &usize| writing.method == "POST" && own == Some(*found);
    let other = reader(model, writing).filter(|found| !is_list(found));
    let readers = item.into_iter().chain(other).filter(|_| is_writing);
    let asked: Vec<usize> = readers.filter(|reader| model.is_asked(*reader)).collect();
    let readings = asked.into_iter().map(|found| {
        let is_own = own == Some(found);
        let made = path_parameters(&model.operations[found]).last().copied();
        Reading {
            call: on_same(model, test, last, found, rng),
            is_gone: writing.method == "DELETE" && is_item(writing) && is_own,
            made: made.filter(|_| item == Some(found)),
        }
    });
    readings.collect()
}

/// A call of `operation` on what the creation at `at` makes, whose answer holds the id at `source`.
pub(super) fn on_made(
    model: &Model,
    individual: &Individual,
    (at, source): (usize, &str),
    operation: usize,
    rng: &mut Pcg64Mcg,
) -> Action {
    let mut action = on_same(model, individual, at, operation, rng);
    if let Some(last) = path_parameters(&model.operations[operation]).last().copied() {
        action.links.retain(|link| link.parameter != last);
        action.links.push(Link {
            parameter: last,
            from: ActionAt::Call(at),
            source: source.to_owned(),
            path: Vec::new(),
        });
    }
    action
}

/// The parameter that is the whole JSON body of an operation.
pub(super) fn json_body(operation: &Operation) -> Option<usize> {
    let body = operation.body.as_ref()?;
    let is_json = body.media_parameter.is_none()
        && body.media.first().is_some_and(|(_, kind)| *kind == MediaKind::Json);
    is_json.then_some(body.parameter)
}

/// Has a parameter of an action send a value, whether its schema allows it or not.
pub(super) fn send(action: &mut Action, parameter: usize, value: GeneValue) {
    if let Some(gene) = action.genes.get_mut(parameter)
        && !gene.set_value(&value)
    {
        gene.send(value);
    }
}

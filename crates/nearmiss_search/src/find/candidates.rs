//! Tests that may find something in the place of one whose inputs hide all.

use std::collections::BTreeMap;

use super::unlike::{named_as_made, unlike};
use crate::align::edits::{Edit, edited, omissions};
use crate::transplant::{Place, is_same_call, single_values};
use crate::{Action, GeneValue, Individual, TemplateId, Templates, letters_and_digits};

/// Calls that make something else, tried beside one.
const OTHERS: usize = 2;
/// Letters of the name of a field that a longer name may end with: `minPages` asks for `pages`.
const LEAST_LETTERS: usize = 3;

/// Makes a test of calls and one more.
pub(super) fn with_last(before: &[Action], last: &Action) -> Individual {
    let calls = before.iter().chain([last]).cloned().collect();
    Individual { calls, ..Individual::default() }
}

/// Makes a test whose last call leaves out all that it may.
pub(super) fn bare(individual: &Individual, templates: &Templates) -> Individual {
    let left_out = of_last(omissions(individual, templates), individual);
    edited(individual, &left_out.iter().collect::<Vec<_>>(), templates)
}

fn of_last(mut edits: Vec<Edit>, individual: &Individual) -> Vec<Edit> {
    edits.retain(|edit| edit.call + 1 == individual.calls.len());
    edits
}

/// Lists tests that may find something, in the order in which they are tried.
pub(super) fn candidates(
    before: &[Action],
    last: &Action,
    templates: &Templates,
    makers: &BTreeMap<TemplateId, Vec<Action>>,
) -> Vec<Individual> {
    let asked = single_values(last, &templates.calls);
    let maker = maker(before, &asked, templates);
    let whole = with_last(before, last);
    let mut found = asking_for(maker.as_ref().map(|(maker, _)| *maker), &whole, templates);
    let Some((maker, wanted)) = maker else { return found };
    let own = &before[maker];
    if !wanted.is_empty() {
        found.push(edited(&whole, &wanted.iter().collect::<Vec<_>>(), templates));
    }
    let others = makers.get(&own.template).into_iter().flatten();
    let others = others.filter(|other| !is_same_call(other, own)).take(OTHERS);
    let others: Vec<Action> = std::iter::once(own)
        .chain(others)
        .map(|other| Action { user: own.user, ..other.clone() })
        .collect();
    // It finds the one and leaves out the other.
    let places = asked_of(own, &asked, templates);
    for other in &others {
        let mut whole = with_last(before, last);
        whole.calls.insert(before.len(), other.clone());
        let edits = unlike(&whole, before.len(), &places, templates);
        if !edits.is_empty() {
            let whole = edited(&whole, &edits.iter().collect::<Vec<_>>(), templates);
            found.extend(asking_for(Some(maker), &whole, templates));
        }
    }
    for other in others {
        let more: Vec<Action> = before.iter().cloned().chain([other]).collect();
        let whole = with_last(&more, last);
        found.extend(asking_for(Some(before.len()), &whole, templates));
        let wanted: Vec<Edit> =
            wanted.iter().map(|edit| Edit { call: before.len(), ..edit.clone() }).collect();
        let made = edited(&whole, &wanted.iter().collect::<Vec<_>>(), templates);
        let left = asking_for(Some(before.len()), &made, templates).pop();
        found.extend([made].into_iter().chain(left));
    }
    found
}

/// Lists tests whose last call asks for what one before it makes: with all else that it asks for, with the first page
/// of that, and with nothing else; and with one of the fields of what is made in the place of those that no schema names.
fn asking_for(maker: Option<usize>, whole: &Individual, templates: &Templates) -> Vec<Individual> {
    let Some((last, before)) = whole.calls.split_last() else { return Vec::new() };
    let asked = single_values(last, &templates.calls);
    let made = maker.map(|maker| single_values(&before[maker], &templates.calls));
    let made = made.unwrap_or_default();
    let end = before.len();
    let value_of = |name: &str| {
        made.iter().find(|(_, field, _)| asks_for(name, field)).map(|(_, _, value)| value.clone())
    };
    let (taken, others): (Vec<_>, Vec<_>) =
        asked.iter().partition(|(_, name, _)| value_of(name).is_some());
    let taken = taken.into_iter().filter_map(|(place, name, _)| {
        Some(Edit { call: end, place: place.clone(), value: value_of(name)? })
    });
    let taken: Vec<Edit> = taken.collect();
    let vain = vain(whole, &others, &asked, templates);
    let (ones, first) = (ones(end, &others), first_of_all(end, &others, &vain));
    let with =
        |edits: &[&[Edit]]| edited(whole, &edits.concat().iter().collect::<Vec<_>>(), templates);
    let mut ways = vec![with(&[&taken])];
    if !ones.is_empty() {
        ways.push(with(&[&taken, &ones]));
    }
    ways.extend([with(&[&taken, &first]), with(&[&taken, &vain])]);
    for edit in named_as_made(whole, &asked, &made, templates) {
        let is_beside = |other: &&Edit| !edit.is_inside(other);
        let vain: Vec<Edit> = vain.iter().filter(is_beside).cloned().collect();
        let edit = std::slice::from_ref(&edit);
        ways.extend([with(&[&ones, edit]), with(&[&vain, edit])]);
    }
    ways
}

/// The places of a call that makes something whose fields are asked for.
fn asked_of(maker: &Action, asked: &[Named], templates: &Templates) -> Vec<Place> {
    let made = single_values(maker, &templates.calls);
    let is_asked = |field: &str| asked.iter().any(|(_, name, _)| asks_for(name, field));
    let places = made.into_iter().filter(|(_, field, _)| is_asked(field));
    places.map(|(place, ..)| place).collect()
}

/// A value with its place and the name of its field.
pub(super) type Named = (Place, String, GeneValue);

/// Lists what the last call may leave out and nothing that is made has a field for: it leaves all out, mostly.
fn vain(
    whole: &Individual,
    others: &[&Named],
    asked: &[Named],
    templates: &Templates,
) -> Vec<Edit> {
    let is_inside = |place: &Place, edit: &Edit| {
        place.parameter == edit.place.parameter && place.path.starts_with(&edit.place.path)
    };
    let mut vain = of_last(omissions(whole, templates), whole);
    vain.retain(|edit| {
        let inside = asked.iter().filter(|(place, ..)| is_inside(place, edit)).count();
        inside > 0 && inside == others.iter().filter(|(place, ..)| is_inside(place, edit)).count()
    });
    vain
}

/// Lists the changes with which numbers that nothing has a field for (pages, how many) are 1.
fn ones(call: usize, others: &[&Named]) -> Vec<Edit> {
    let numbers = others.iter().filter(|(_, _, value)| matches!(value, GeneValue::Integer(_)));
    let one = |place: &Place| Edit { call, place: place.clone(), value: GeneValue::Integer(1) };
    numbers.map(|(place, ..)| one(place)).collect()
}

/// Lists these changes, and with them those with which all else is left out that may be.
fn first_of_all(call: usize, others: &[&Named], vain: &[Edit]) -> Vec<Edit> {
    let first = ones(call, others);
    let holds_first = |edit: &Edit| {
        first.iter().any(|first| {
            first.place.parameter == edit.place.parameter
                && first.place.path.starts_with(&edit.place.path)
        })
    };
    let left_out = vain.iter().filter(|edit| !holds_first(edit)).cloned();
    first.iter().cloned().chain(left_out).collect()
}

/// Finds the last call that makes something which has what is asked for, and the changes of its fields with which it
/// makes what is asked for.
fn maker(before: &[Action], asked: &[Named], templates: &Templates) -> Option<(usize, Vec<Edit>)> {
    for (call, action) in before.iter().enumerate().rev() {
        let mut wanted = Vec::new();
        for (place, field, _) in single_values(action, &templates.calls) {
            let value = asked.iter().find(|(_, name, _)| asks_for(name, &field));
            let value = value.map(|(_, _, value)| value.clone());
            wanted.extend(value.map(|value| Edit { call, place, value }));
        }
        for (place, field) in lists(action) {
            let value = asked.iter().find(|(_, name, _)| asks_for_item(name, &field));
            let value = value.map(|(_, _, value)| GeneValue::List(vec![value.clone()]));
            wanted.extend(value.map(|value| Edit { call, place, value }));
        }
        if !wanted.is_empty() {
            return Some((call, wanted));
        }
    }
    // Fields may be asked for that no schema names.
    let has_parts = asked.iter().any(|(place, ..)| !place.path.is_empty());
    let is_maker = |action: &&Action| !single_values(action, &templates.calls).is_empty();
    let last = before.iter().enumerate().rfind(|(_, action)| has_parts && is_maker(action));
    last.map(|(call, _)| (call, Vec::new()))
}

/// Lists the lists in the fields of a call that takes nothing from others, with what they are called.
fn lists(action: &Action) -> Vec<(Place, String)> {
    let mut found = Vec::new();
    let mut left: Vec<(Place, GeneValue)> = Vec::new();
    for (parameter, gene) in action.genes.iter().enumerate().filter(|_| action.links.is_empty()) {
        left.push((Place { parameter, path: Vec::new() }, gene.value()));
    }
    while let Some((place, value)) = left.pop() {
        match (value, place.path.last()) {
            (GeneValue::List(_), Some(name)) => {
                let name = letters_and_digits(name);
                found.push((place, name));
            }
            (GeneValue::Record(fields), _) => {
                left.extend(fields.into_iter().map(|(name, value)| {
                    let path = place.path.iter().cloned().chain([name]).collect();
                    (Place { parameter: place.parameter, path }, value)
                }))
            }
            _ => {}
        }
    }
    found
}

/// Tells whether an input of this name asks for an item of a list: `tag` for one of `tagList`.
fn asks_for_item(name: &str, field: &str) -> bool {
    name.len() >= LEAST_LETTERS && field.starts_with(name)
}

/// Lists tests in which another call of the operation makes what is read.
pub(super) fn otherwise_made(
    before: &[Action],
    last: &Action,
    makers: &BTreeMap<TemplateId, Vec<Action>>,
) -> Vec<Individual> {
    let mut found = Vec::new();
    for (index, own) in before.iter().enumerate().filter(|(_, own)| own.links.is_empty()) {
        let others = makers.get(&own.template).into_iter().flatten();
        for other in others.filter(|other| !is_same_call(other, own)).take(OTHERS) {
            let mut whole = with_last(before, last);
            whole.calls[index] = Action { user: own.user, ..other.clone() };
            found.push(whole);
        }
    }
    found
}

/// Tells whether an input of this name asks for what a field has.
fn asks_for(name: &str, field: &str) -> bool {
    name == field || field.len() >= LEAST_LETTERS && name.ends_with(field)
}

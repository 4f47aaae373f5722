//! Places of values inside the inputs of a call.

use crate::gene::Gene;
use crate::{Action, ActionTemplate, GeneValue, Link, letters_and_digits};

/// A place inside an input.
#[derive(Clone, Debug, Eq, Ord, PartialEq, PartialOrd)]
pub(crate) struct Place {
    pub parameter: usize,
    /// Names of fields; empty: all of the input.
    pub path: Vec<String>,
}

/// Where two calls of an operation differ, with the value of `other`: the smallest fields; lists as a whole. Not what
/// either takes from an answer, and nothing that `other` leaves out. A call that was made before an input became known
/// leaves it out.
pub(crate) fn apart(own: &Action, other: &Action) -> Vec<(Place, GeneValue)> {
    let mut found = Vec::new();
    let value = |action: &Action, parameter: usize| {
        action.genes.get(parameter).map_or(GeneValue::Absent, Gene::value)
    };
    for parameter in 0..other.genes.len() {
        let (mine, others) = (value(own, parameter), value(other, parameter));
        differences(&mine, &others, &mut Vec::new(), &mut |path, value| {
            found.push((Place { parameter, path: path.to_vec() }, value.clone()));
        });
    }
    found.retain(|(place, _)| !is_linked(own, place) && !is_linked(other, place));
    found
}

fn differences(
    own: &GeneValue,
    other: &GeneValue,
    path: &mut Vec<String>,
    found: &mut dyn FnMut(&[String], &GeneValue),
) {
    if own == other || *other == GeneValue::Absent {
        return;
    }
    let (GeneValue::Record(fields), GeneValue::Record(others)) = (own, other) else {
        found(path, other);
        return;
    };
    for (name, value) in others {
        let field = fields.iter().find(|(known, _)| known == name).map(|(_, field)| field);
        path.push(name.clone());
        differences(field.unwrap_or(&GeneValue::Absent), value, path, found);
        path.pop();
    }
}

/// Tells whether two calls are made alike, wherever they take what they take from answers. What one of them alone sends
/// is a difference, linked or not.
pub(crate) fn is_same_call(one: &Action, other: &Action) -> bool {
    let is_alike = one.template == other.template
        && one.user == other.user
        && one.malformed == other.malformed;
    let mut links = one.links.iter().chain(&other.links);
    is_alike
        && apart(one, other).is_empty()
        && apart(other, one).is_empty()
        && links.all(|link| sends(one, link) == sends(other, link))
}

/// Tells whether a call has the input that a link is to fill.
pub(crate) fn sends(action: &Action, link: &Link) -> bool {
    let Some(gene) = action.genes.get(link.parameter) else { return false };
    let value = gene.value();
    let mut at = &value;
    for name in link.path.iter().take_while(|name| *name != "-") {
        let GeneValue::Record(fields) = at else { return false };
        let Some((_, field)) = fields.iter().find(|(known, _)| known == name) else { return false };
        at = field;
    }
    *at != GeneValue::Absent
}

/// The texts, numbers and truth values of a call that it does not take from an answer, each with its place and what
/// it is called: letters and digits in lower case.
pub(crate) fn single_values(
    action: &Action,
    templates: &[ActionTemplate],
) -> Vec<(Place, String, GeneValue)> {
    let mut found = Vec::new();
    let Some(template) = templates.get(action.template.0 as usize) else { return found };
    for (parameter, (gene, (name, _))) in action.genes.iter().zip(&template.parameters).enumerate()
    {
        singles(&gene.value(), name, &mut Vec::new(), &mut |path, name, value| {
            found.push((
                Place { parameter, path: path.to_vec() },
                letters_and_digits(name),
                value.clone(),
            ));
        });
    }
    found.retain(|(place, ..)| !is_linked(action, place));
    found
}

fn singles(
    value: &GeneValue,
    name: &str,
    path: &mut Vec<String>,
    found: &mut dyn FnMut(&[String], &str, &GeneValue),
) {
    match value {
        GeneValue::Record(fields) => {
            for (name, value) in fields {
                path.push(name.clone());
                singles(value, name, path, found);
                path.pop();
            }
        }
        GeneValue::Absent | GeneValue::Null | GeneValue::List(_) => {}
        GeneValue::Boolean(_)
        | GeneValue::Integer(_)
        | GeneValue::Double(_)
        | GeneValue::Text(_) => found(path, name, value),
    }
}

/// Tells whether a value there, or a part of it, is taken from an answer.
pub(crate) fn is_linked(action: &Action, place: &Place) -> bool {
    action.links.iter().any(|link| {
        let is_inside = link.path.starts_with(&place.path) || place.path.starts_with(&link.path);
        link.parameter == place.parameter && is_inside
    })
}

/// Puts a value at a place. Answers whether the input takes it, and is another one now.
pub(super) fn put(action: &mut Action, place: &Place, value: &GeneValue) -> bool {
    let Some(gene) = action.genes.get_mut(place.parameter) else { return false };
    let before = gene.value();
    let mut after = before.clone();
    replace(&mut after, &place.path, value) && gene.set_value(&after) && gene.value() != before
}

fn replace(record: &mut GeneValue, path: &[String], value: &GeneValue) -> bool {
    let Some((first, rest)) = path.split_first() else {
        *record = value.clone();
        return true;
    };
    let GeneValue::Record(fields) = record else { return false };
    match fields.iter_mut().find(|(name, _)| name == first) {
        Some((_, field)) => replace(field, rest, value),
        None if rest.is_empty() => {
            fields.push((first.clone(), value.clone()));
            true
        }
        None => false,
    }
}

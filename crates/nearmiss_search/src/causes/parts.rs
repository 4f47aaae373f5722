//! Parts in which a refused call differs from one that succeeds, and tests in which they are as in that.

use super::{Cause, Odd};
use crate::gene::Gene;
use crate::transplant::Place;
use crate::{Action, ActionAt, GeneValue, Individual, Link};

/// A call that succeeds, and what leads to it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Donor<'a> {
    pub test: &'a Individual,
    pub at: usize,
}

/// A part that is another one.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Part {
    /// The body is malformed.
    Malformed,
    /// Another user calls.
    Caller,
    /// An input, or a field in it.
    Input { place: Place, odd: Odd, to: GeneValue, is_of_address: bool },
    /// An input that the call which succeeds takes from an earlier answer.
    Taken { link: Link, odd: Odd },
    /// All that is before the call.
    Before,
}

impl Part {
    pub fn cause(&self) -> Cause {
        match self {
            Self::Malformed => Cause::Malformed,
            Self::Caller => Cause::Caller,
            Self::Input { place, odd, .. } => {
                Cause::Input { parameter: place.parameter, path: place.path.clone(), odd: *odd }
            }
            Self::Taken { link, odd } => {
                let path = link.path.iter().take_while(|name| *name != "-").cloned().collect();
                Cause::Input { parameter: link.parameter, path, odd: *odd }
            }
            Self::Before => Cause::Before,
        }
    }

    /// Tells whether it stands in what is called, where answers mostly repeat it.
    pub fn is_of_address(&self) -> bool {
        match self {
            Self::Input { is_of_address, .. } => *is_of_address,
            Self::Taken { link, .. } => link.path.is_empty(),
            Self::Malformed | Self::Caller | Self::Before => false,
        }
    }

    /// Ranks how likely it is why a call is answered with a status; what is likelier comes first.
    fn rank(&self, status: Option<u16>) -> u8 {
        match (status, self) {
            (_, Self::Malformed) => 0,
            (Some(401 | 403), Self::Caller) | (Some(409), Self::Before) => 1,
            (Some(404), Self::Taken { .. }) => 1,
            (Some(404), Self::Input { is_of_address: true, .. }) => 1,
            (Some(404), Self::Before) => 2,
            (_, Self::Input { .. }) => 3,
            (_, Self::Taken { .. }) => 4,
            (_, Self::Before) => 5,
            (_, Self::Caller) => 6,
        }
    }
}

/// Lists in what the last call of a test differs from one that succeeds, the likeliest reason first.
pub(super) fn parts(test: &Individual, donor: &Donor<'_>, status: Option<u16>) -> Vec<Part> {
    let Some(own) = test.calls.last() else { return Vec::new() };
    let other = donor.call();
    let mut found = Vec::new();
    if own.malformed.is_some() && other.malformed.is_none() {
        found.push(Part::Malformed);
    }
    if own.user != other.user {
        found.push(Part::Caller);
    }
    for parameter in 0..own.genes.len().max(other.genes.len()) {
        input_parts((own, other), parameter, &mut found);
    }
    let is_taken = found.iter().any(|part| matches!(part, Part::Taken { .. }));
    let is_led = |test: &Individual, at: usize| at > 0 || !test.setup.is_empty();
    if is_led(test, test.calls.len() - 1) || is_led(donor.test, donor.at) && !is_taken {
        found.push(Part::Before);
    }
    found.sort_by_key(|part| part.rank(status));
    found
}

/// Adds in what one input of two calls differs.
fn input_parts((own, other): (&Action, &Action), parameter: usize, found: &mut Vec<Part>) {
    let value =
        |action: &Action| action.genes.get(parameter).map_or(GeneValue::Absent, Gene::value);
    let (mine, theirs) = (value(own), value(other));
    let links = |action: &Action| -> Vec<Link> {
        action.links.iter().filter(|link| link.parameter == parameter).cloned().collect()
    };
    let (own_links, their_links) = (links(own), links(other));
    let has = |links: &[Link], path: &[String]| links.iter().any(|link| link.path == path);
    for link in their_links.iter().filter(|link| !has(&own_links, &link.path)) {
        let path: Vec<String> = link.path.iter().take_while(|name| *name != "-").cloned().collect();
        let odd = if at(&mine, &path).is_none() { Odd::Lacking } else { Odd::Value };
        // A field can be filled where its record is there.
        if path.is_empty() || at(&mine, &path[..path.len() - 1]).is_some() {
            found.push(Part::Taken { link: link.clone(), odd });
        }
    }
    let is_taken = |path: &[String]| {
        let mut links = own_links.iter().chain(&their_links);
        links.any(|link| link.path.starts_with(path) || path.starts_with(&link.path))
    };
    let mut differing = Vec::new();
    differences(&mine, &theirs, &mut Vec::new(), &mut differing);
    let is_of_address =
        !matches!(mine, GeneValue::Record(_)) && !matches!(theirs, GeneValue::Record(_));
    for (path, odd, to) in differing {
        if !is_taken(&path) {
            let place = Place { parameter, path };
            found.push(Part::Input { place, odd, to, is_of_address });
        }
    }
}

/// The name of an item of a list in a path: `[2]`.
fn name_of_item(index: usize) -> String {
    format!("[{index}]")
}

/// The index of an item of a list, from its name in a path.
fn index_of_item(name: &str) -> Option<usize> {
    name.strip_prefix('[')?.strip_suffix(']')?.parse().ok()
}

/// The value in a place.
fn at<'v>(value: &'v GeneValue, path: &[String]) -> Option<&'v GeneValue> {
    let mut at = value;
    for name in path {
        at = match at {
            GeneValue::Record(fields) => {
                fields.iter().find(|(known, _)| known == name).map(|(_, field)| field)?
            }
            GeneValue::List(items) => items.get(index_of_item(name)?)?,
            _ => return None,
        };
    }
    (*at != GeneValue::Absent).then_some(at)
}

fn odd(own: &GeneValue, other: &GeneValue) -> Odd {
    let is_number =
        |value: &GeneValue| matches!(value, GeneValue::Integer(_) | GeneValue::Double(_));
    match (own, other) {
        (GeneValue::Absent, _) => Odd::Lacking,
        (_, GeneValue::Absent) => Odd::More,
        (own, other) if is_number(own) && is_number(other) => Odd::Value,
        (own, other) if std::mem::discriminant(own) == std::mem::discriminant(other) => Odd::Value,
        _ => Odd::Type,
    }
}

/// Collects where two values differ, with that of the other: fields of records, items of lists, and lists that are
/// not as long behind their items.
fn differences(
    own: &GeneValue,
    other: &GeneValue,
    path: &mut Vec<String>,
    found: &mut Vec<(Vec<String>, Odd, GeneValue)>,
) {
    if own == other {
        return;
    }
    let (fields, others) = match (own, other) {
        // One without any field lacks no single one of them.
        (GeneValue::Record(fields), GeneValue::Record(others)) if !fields.is_empty() => {
            (fields, others)
        }
        (GeneValue::List(items), GeneValue::List(others)) if !items.is_empty() => {
            // What is too much in a list is mostly no item of one that succeeds, and what is in it is to be like one.
            for (index, item) in items.iter().enumerate() {
                let Some(like) = others.get(index).or(others.last()) else { break };
                path.push(name_of_item(index));
                differences(item, like, path, found);
                path.pop();
            }
            if items.len() != others.len() {
                found.push((path.clone(), Odd::Value, other.clone()));
            }
            return;
        }
        _ => {
            found.push((path.clone(), odd(own, other), other.clone()));
            return;
        }
    };
    let absent = &GeneValue::Absent;
    let of = |record: &'_ [(String, GeneValue)], name: &str| {
        record.iter().find(|(known, _)| known == name).map(|(_, field)| field.clone())
    };
    let more = others.iter().filter(|(name, _)| of(fields, name).is_none());
    let names: Vec<&String> = fields.iter().chain(more).map(|(name, _)| name).collect();
    for name in names {
        path.push(name.clone());
        let (mine, theirs) = (of(fields, name), of(others, name));
        let (mine, theirs) = (mine.as_ref().unwrap_or(absent), theirs.as_ref().unwrap_or(absent));
        differences(mine, theirs, path, found);
        path.pop();
    }
}

impl Donor<'_> {
    pub fn call(&self) -> &Action {
        &self.test.calls[self.at]
    }

    /// Makes a test whose last call has some parts as this call has them; `None` where it cannot.
    pub fn repaired(&self, test: &Individual, parts: &[&Part]) -> Option<Individual> {
        let mut repaired = test.clone();
        let is_led = parts.iter().any(|part| matches!(part, Part::Taken { .. }));
        let is_otherwise_led = parts.contains(&&Part::Before);
        let moved = match (is_otherwise_led, is_led) {
            (true, _) => {
                self.replace_before(&mut repaired);
                Moved::default()
            }
            (false, true) => self.put_before(&mut repaired),
            (false, false) => Moved::default(),
        };
        let other = self.call();
        let last = repaired.calls.last_mut()?;
        for part in parts {
            match part {
                Part::Malformed => last.malformed = None,
                Part::Caller => last.user = other.user,
                Part::Input { place, to, .. } => put(last, place, to)?,
                Part::Taken { link, odd } => {
                    let gene = last.genes.get_mut(link.parameter)?;
                    if *odd == Odd::Lacking {
                        let mut value = gene.value();
                        set(&mut value, &link.path, GeneValue::text("x"))?;
                        gene.send(value);
                    }
                    let is_same =
                        |known: &Link| known.parameter == link.parameter && known.path == link.path;
                    last.links.retain(|known| !is_same(known));
                    last.links.push(Link { from: moved.moved(link.from), ..link.clone() });
                }
                Part::Before => {}
            }
        }
        Some(repaired)
    }

    /// Puts all that leads to this call before the last one of a test, after what leads to that. Answers by how much
    /// it was moved.
    fn put_before(&self, test: &mut Individual) -> Moved {
        let moved = Moved { calls: test.calls.len() - 1, setup: test.setup.len() };
        let moving = |action: &Action| {
            let mut action = action.clone();
            action.links.iter_mut().for_each(|link| link.from = moved.moved(link.from));
            action
        };
        test.setup.extend(self.test.setup.iter().map(moving));
        for (index, call) in self.test.calls[..self.at].iter().enumerate() {
            test.insert_call(moved.calls + index, moving(call));
        }
        moved
    }

    /// Lets the last call of a test be led to as this one is, and take from there what this one takes.
    fn replace_before(&self, test: &mut Individual) {
        let Some(mut last) = test.calls.pop() else { return };
        let other = self.call();
        for link in &last.links {
            let gene = other.genes.get(link.parameter).cloned();
            if let (Some(own), Some(gene)) = (last.genes.get_mut(link.parameter), gene) {
                *own = gene;
            }
        }
        let own = std::mem::take(&mut last.links);
        let was_linked = |link: &&Link| {
            own.iter().any(|own| (own.parameter, &own.path) == (link.parameter, &link.path))
        };
        last.links = other.links.iter().filter(was_linked).cloned().collect();
        test.setup.clone_from(&self.test.setup);
        test.calls = self.test.calls[..self.at].to_vec();
        test.calls.push(last);
    }
}

/// Distance by which actions were moved.
#[derive(Clone, Copy, Debug, Default)]
struct Moved {
    calls: usize,
    setup: usize,
}

impl Moved {
    fn moved(self, from: ActionAt) -> ActionAt {
        match from {
            ActionAt::Call(index) => ActionAt::Call(index + self.calls),
            ActionAt::Setup(index) => ActionAt::Setup(index + self.setup),
        }
    }
}

/// Sends a value in a place of a call, which takes it from nowhere then.
fn put(call: &mut Action, place: &Place, to: &GeneValue) -> Option<()> {
    let gene = call.genes.get_mut(place.parameter)?;
    let mut value = gene.value();
    set(&mut value, &place.path, to.clone())?;
    gene.send(value);
    call.links.retain(|link| link.parameter != place.parameter || link.path != place.path);
    Some(())
}

fn set(value: &mut GeneValue, path: &[String], to: GeneValue) -> Option<()> {
    let Some((first, rest)) = path.split_first() else {
        *value = to;
        return Some(());
    };
    if let GeneValue::List(items) = value {
        return set(items.get_mut(index_of_item(first)?)?, rest, to);
    }
    let GeneValue::Record(fields) = value else { return None };
    if rest.is_empty() && to == GeneValue::Absent {
        fields.retain(|(name, _)| name != first);
        return Some(());
    }
    match fields.iter_mut().find(|(name, _)| name == first) {
        Some((_, field)) => set(field, rest, to),
        None if rest.is_empty() => {
            fields.push((first.clone(), to));
            Some(())
        }
        None => None,
    }
}

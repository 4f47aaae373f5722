//! Inputs beside the path that name a resource: `productId` in a body, query or header.
//!
//! # Example
//! `POST /orders` with `{"items": [{"productId"}]}` refers to what `POST /products` makes.

use std::collections::BTreeMap;

use nearmiss_search::{ActionTemplate, GeneSpec, letters_and_digits};

use super::id_source::id_sources;
use super::resources::{Agreement, Creator};
use crate::rest::experience::{id_stem, resource_of_path, singular, words};
use crate::rest::operation::{Operation, Place};

/// Levels of a body that are looked at, and inputs of one operation.
const LEVELS: usize = 6;
const MOST_INPUTS: usize = 200;
/// Resources that are tried for an id of nothing that is known (`ownerId`).
const MOST_GUESSES: usize = 12;

/// An input that may be the id of what another operation makes.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(in crate::rest) struct Reference {
    /// Index of the parameter.
    pub parameter: usize,
    /// Place inside it, see [`nearmiss_search::Link::path`].
    pub path: Vec<String>,
    /// Who may make what it names, the best way first; at least one.
    pub creators: Vec<Creator>,
    /// Its name says which resource; else it is a guess.
    pub sure: bool,
}

/// Who makes which resource.
#[derive(Debug, Default)]
pub(super) struct Makers {
    /// By the name of the resource, singular.
    of_resource: BTreeMap<String, Vec<Creator>>,
    /// By the name of a path parameter that is no mere id, with the resource.
    of_parameter: BTreeMap<String, (String, Vec<Creator>)>,
}

impl Makers {
    /// Takes in the ways to make what a path parameter names, which stands behind `segment`.
    pub fn note_need(&mut self, name: &str, segment: &str, creators: &[Creator]) {
        let answers = |creator: &&Creator| matches!(creator.agreement, Agreement::Answer(_));
        let stem = singular(segment);
        for creator in creators.iter().filter(answers) {
            add(self.of_resource.entry(stem.clone()).or_default(), creator);
            let name = letters_and_digits(name);
            if name != "id" {
                let (_, known) =
                    self.of_parameter.entry(name).or_insert_with(|| (stem.clone(), Vec::new()));
                add(known, creator);
            }
        }
    }

    /// Takes in collections that no path with a parameter is below.
    pub fn note_collections(&mut self, operations: &[Operation]) {
        for (index, operation) in operations.iter().enumerate() {
            let path = operation.path.split('?').next().unwrap_or_default();
            let last = path.rsplit('/').find(|segment| !segment.is_empty()).unwrap_or_default();
            if operation.method != "POST" || last.is_empty() || last.contains('{') {
                continue;
            }
            let sources = id_sources(operation, "id", last);
            let stem = singular(last);
            // A verb (`/orders/{id}/pay`) makes nothing of its name.
            if !sources.is_empty()
                && stem != letters_and_digits(last)
                && !operation.answers.is_empty()
            {
                let creator = Creator {
                    operation: index,
                    agreement: Agreement::Answer(sources),
                    first: None,
                };
                add(self.of_resource.entry(stem).or_default(), &creator);
            }
        }
    }

    /// Who makes what an input is called after, and whether its name says so.
    fn of_name(&self, name: &str, parent: &str, own: &str) -> Option<(Vec<Creator>, bool)> {
        let known = |stem: &str| self.of_resource.get(stem).filter(|_| !stem.is_empty()).cloned();
        if let Some((stem, creators)) = self.of_parameter.get(&letters_and_digits(name))
            && stem != own
        {
            return Some((creators.clone(), true));
        }
        let Some(stem) = id_stem(name) else {
            let named = singular(name);
            return known(&named).filter(|_| named != own).map(|creators| (creators, false));
        };
        if stem.is_empty() {
            // The id of a record inside the body; of the body itself it is what is made.
            return known(&singular(parent)).map(|creators| (creators, true));
        }
        if let Some(creators) = known(&stem) {
            return Some((creators, true));
        }
        let words = words(name);
        let ends = words.len().saturating_sub(1);
        for start in 1..ends {
            if let Some(creators) = known(&singular(&words[start..ends].concat())) {
                return Some((creators, true));
            }
        }
        let firsts = self.of_resource.values().filter_map(|creators| creators.first().cloned());
        let guesses: Vec<Creator> = firsts.take(MOST_GUESSES).collect();
        (!guesses.is_empty()).then_some((guesses, false))
    }
}

fn add(list: &mut Vec<Creator>, creator: &Creator) {
    if !list.iter().any(|known| known.operation == creator.operation) {
        list.push(creator.clone());
    }
}

/// The references of an operation.
pub(super) fn references_of(
    index: usize,
    operations: &[Operation],
    template: &ActionTemplate,
    makers: &Makers,
) -> Vec<Reference> {
    let operation = &operations[index];
    let own = resource_of_path(&operation.path);
    let mut found: Vec<Reference> = Vec::new();
    for (parameter, known) in operation.parameters.iter().enumerate() {
        let Some((_, spec)) = template.parameters.get(parameter) else { continue };
        let mut inputs = Vec::new();
        match known.place {
            Place::Path | Place::MediaType => continue,
            Place::Body => look(spec, &mut Vec::new(), "", LEVELS, &mut inputs),
            Place::Query | Place::Header | Place::Cookie if single(spec) => {
                let name = known.name.strip_prefix("X-").unwrap_or(&known.name);
                inputs.push((Vec::new(), name.to_owned(), String::new()));
            }
            Place::BodyField => {
                let path = operation.body_fields.iter().find(|field| field.parameter == parameter);
                let name = path.and_then(|field| field.path.iter().rfind(|name| *name != "-"));
                inputs.extend(name.map(|name| (Vec::new(), name.clone(), String::new())));
            }
            _ => {}
        }
        for (path, name, parent) in inputs {
            let declared = declared(operation, operations, &name);
            let of_name = || makers.of_name(&name, &parent, &own);
            let Some((creators, sure)) = declared.map(|one| (one, true)).or_else(of_name) else {
                continue;
            };
            if !found.iter().any(|other| other.parameter == parameter && other.path == path) {
                found.push(Reference { parameter, path, creators, sure });
            }
        }
    }
    found
}

/// What the document says itself: `links` of the answers of others.
fn declared(operation: &Operation, operations: &[Operation], name: &str) -> Option<Vec<Creator>> {
    let mut creators = Vec::new();
    for (index, creation) in operations.iter().enumerate() {
        let links = creation.links.iter().filter(|link| {
            let wanted = link.parameter.rsplit('.').next().unwrap_or_default();
            wanted.eq_ignore_ascii_case(name) && operation.ids.contains(&link.target)
        });
        let sources: Vec<String> = links.map(|link| link.source.clone()).collect();
        if !sources.is_empty() {
            let agreement = Agreement::Answer(sources);
            creators.push(Creator { operation: index, agreement, first: None });
        }
    }
    (!creators.is_empty()).then_some(creators)
}

/// Whether a parameter may be one text or number, or a list of such.
fn single(spec: &GeneSpec) -> bool {
    match spec {
        GeneSpec::Optional(inner) | GeneSpec::Nullable(inner) => single(inner),
        GeneSpec::Suggested { inner, .. } => single(inner),
        GeneSpec::Array { item, .. } => single(item),
        GeneSpec::Text { .. }
        | GeneSpec::Pattern { .. }
        | GeneSpec::Integer { .. }
        | GeneSpec::Double { .. }
        | GeneSpec::Any
        | GeneSpec::Open => true,
        GeneSpec::Format(format) => format.is_id,
        GeneSpec::Boolean
        | GeneSpec::Enum(_)
        | GeneSpec::Object { .. }
        | GeneSpec::Map { .. }
        | GeneSpec::Choice(_) => false,
    }
}

/// Place, name and name of the record of each input that may be an id.
fn look(
    spec: &GeneSpec,
    path: &mut Vec<String>,
    parent: &str,
    levels: usize,
    found: &mut Vec<(Vec<String>, String, String)>,
) {
    if levels == 0 || found.len() >= MOST_INPUTS {
        return;
    }
    match spec {
        GeneSpec::Optional(inner) | GeneSpec::Nullable(inner) => {
            look(inner, path, parent, levels, found);
        }
        GeneSpec::Suggested { inner, .. } => look(inner, path, parent, levels, found),
        GeneSpec::Choice(specs) => {
            specs.iter().for_each(|spec| look(spec, path, parent, levels, found));
        }
        GeneSpec::Array { item, .. } => {
            path.push("-".to_owned());
            look(item, path, parent, levels - 1, found);
            path.pop();
        }
        GeneSpec::Object { fields, .. } => {
            let name = path.iter().rfind(|name| *name != "-").cloned().unwrap_or_default();
            for field in fields {
                path.push(field.name.clone());
                look(&field.spec, path, &name, levels - 1, found);
                path.pop();
            }
        }
        GeneSpec::Boolean
        | GeneSpec::Integer { .. }
        | GeneSpec::Double { .. }
        | GeneSpec::Text { .. }
        | GeneSpec::Pattern { .. }
        | GeneSpec::Format(_)
        | GeneSpec::Enum(_)
        | GeneSpec::Map { .. }
        | GeneSpec::Any
        | GeneSpec::Open => {
            if let Some(name) = path.iter().rfind(|name| *name != "-").filter(|_| single(spec)) {
                found.push((path.clone(), name.clone(), parent.to_owned()));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use nearmiss_search::FieldSpec;

    use super::*;
    use crate::dummy_format::FORMAT;

    #[test]
    fn a_format_says_itself_whether_it_may_be_an_id() {
        let ticket = GeneSpec::Optional(Box::new(GeneSpec::Format(&FORMAT)));
        let field = FieldSpec { name: "ticketId".to_owned(), spec: ticket.clone() };
        let body = GeneSpec::Object { fields: vec![field], additional: None };
        let mut found = Vec::new();
        look(&body, &mut Vec::new(), "", LEVELS, &mut found);
        let names: Vec<&str> = found.iter().map(|(_, name, _)| name.as_str()).collect();
        assert!(single(&ticket) && names == ["ticketId"], "{names:?}");
    }
}

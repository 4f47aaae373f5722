//! Which operation makes the resource that a path parameter names.
//!
//! # Example
//! `GET /users/{uid}/books/{bid}` needs `POST /users` for `uid` and `POST /users/{uid}/books` for
//! `bid`.

use nearmiss_search::ActionTemplate;

use super::id_source::id_sources;
use super::references::{Makers, Reference, references_of};
use crate::rest::operation::{Operation, Place};

/// Rank of what is no creation: a list of what is there already.
const LISTED: usize = 4;

/// How a creation and the calls on its resource agree on the id.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(in crate::rest) enum Agreement {
    /// The answer of the creation holds the id, at one of these places.
    Answer(Vec<String>),
    /// The path of the creation holds it: index of its parameter.
    SamePath(usize),
}

impl Agreement {
    /// Tells whether items of a list hold the id, and nothing else does.
    pub(super) fn is_of_items(&self) -> bool {
        match self {
            Self::Answer(sources) => {
                sources.iter().all(|source| source.contains("/0/") || source.ends_with("/0"))
            }
            Self::SamePath(_) => false,
        }
    }
}

/// A way to make a resource.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(in crate::rest) struct Creator {
    /// Index of the operation.
    pub operation: usize,
    /// How to learn the id.
    pub agreement: Agreement,
    /// A call that comes before: the answer of a creation tells no id, a list tells it.
    pub first: Option<usize>,
}

/// A path parameter of an operation and who may make what it names, the best way first.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(in crate::rest) struct Need {
    /// Index of the parameter.
    pub parameter: usize,
    /// The segment before it, which names the resource.
    pub resource: String,
    /// Ways to make it; may be empty.
    pub creators: Vec<Creator>,
}

/// What operations need of each other.
#[derive(Clone, Debug, Default)]
pub(in crate::rest) struct Resources {
    /// By operation: its path parameters in the order of the path.
    pub needs: Vec<Vec<Need>>,
    /// By operation: other operations on the same resource (`/books/{id}` and what has no further
    /// parameter below it), or on the same path if it has no parameter.
    pub siblings: Vec<Vec<usize>>,
    /// By operation: inputs beside the path that name a resource.
    pub references: Vec<Vec<Reference>>,
    /// By operation: others that work on what it makes.
    pub users: Vec<Vec<usize>>,
}

impl Resources {
    /// Finds creators and siblings.
    pub fn of(operations: &[Operation], templates: &[ActionTemplate]) -> Self {
        let paths: Vec<Path> = operations.iter().map(Path::of).collect();
        let needs: Vec<Vec<Need>> =
            (0..operations.len()).map(|index| needs_of(index, operations, &paths)).collect();
        let siblings = (0..operations.len())
            .map(|index| {
                let same = |other: &usize| {
                    *other != index && paths[*other].resource() == paths[index].resource()
                };
                (0..operations.len()).filter(same).collect()
            })
            .collect();
        let mut makers = Makers::default();
        for (operation, needs) in operations.iter().zip(&needs) {
            for need in needs {
                let name = &operation.parameters[need.parameter].name;
                makers.note_need(name, &need.resource, &need.creators);
            }
        }
        makers.note_collections(operations);
        let references: Vec<Vec<Reference>> = templates
            .iter()
            .enumerate()
            .map(|(index, template)| references_of(index, operations, template, &makers))
            .collect();
        let users = users_of(&needs, &references);
        Self { needs, siblings, references, users }
    }

    /// Tells whether something that makes what the path of an operation names has succeeded, for each parameter that
    /// anything makes.
    pub fn is_ready(&self, operation: usize, has_won: &dyn Fn(usize) -> bool) -> bool {
        self.needs[operation].iter().all(|need| {
            let mut creators = need.creators.iter();
            need.creators.is_empty()
                || creators
                    .any(|creator| has_won(creator.operation) && creator.first.is_none_or(has_won))
        })
    }

    /// Operations that make what an operation works on, as far as names say so.
    pub fn makers_for(&self, operation: usize) -> Vec<usize> {
        let of_path = self.needs[operation].iter().flat_map(|need| &need.creators);
        let sure = self.references[operation].iter().filter(|reference| reference.sure);
        let creators = of_path.chain(sure.flat_map(|reference| &reference.creators));
        creators.flat_map(|creator| [Some(creator.operation), creator.first]).flatten().collect()
    }
}

/// By operation: others that work on what it makes, as far as names say so.
fn users_of(needs: &[Vec<Need>], references: &[Vec<Reference>]) -> Vec<Vec<usize>> {
    let mut users: Vec<Vec<usize>> = vec![Vec::new(); needs.len()];
    for (user, (needs, references)) in needs.iter().zip(references).enumerate() {
        let of_path = needs.iter().flat_map(|need| &need.creators);
        let sure = references.iter().filter(|reference| reference.sure);
        for creator in of_path.chain(sure.flat_map(|reference| &reference.creators)) {
            for made in [Some(creator.operation), creator.first].into_iter().flatten() {
                if made != user && !users[made].contains(&user) {
                    users[made].push(user);
                }
            }
        }
    }
    users
}

/// A path by segments, names of parameters left out: `/users/{uid}` is `["users", "{}"]`.
struct Path {
    shape: Vec<String>,
    /// Index of the segment and of the parameter, in order.
    parameters: Vec<(usize, usize)>,
}

impl Path {
    fn of(operation: &Operation) -> Self {
        let mut shape = Vec::new();
        let mut parameters = Vec::new();
        let path = operation.path.split('?').next().unwrap_or_default();
        for (at, segment) in path.trim_start_matches('/').split('/').enumerate() {
            let mut plain = String::new();
            let mut rest = segment;
            while let Some((before, name, after)) = next_name(rest) {
                plain.push_str(before);
                plain.push_str("{}");
                let found = operation
                    .parameters
                    .iter()
                    .position(|parameter| parameter.place == Place::Path && parameter.name == name);
                parameters.extend(found.map(|parameter| (at, parameter)));
                rest = after;
            }
            plain.push_str(rest);
            shape.push(plain);
        }
        Self { shape, parameters }
    }

    /// Whether the last segment is this one.
    fn ends_in(&self, segment: &str) -> bool {
        !segment.contains("{}") && self.shape.last().is_some_and(|last| last == segment)
    }

    /// The path up to its last parameter, or the whole path.
    fn resource(&self) -> &[String] {
        match self.parameters.last() {
            Some((segment, _)) => &self.shape[..=*segment],
            None => &self.shape,
        }
    }
}

fn next_name(text: &str) -> Option<(&str, &str, &str)> {
    let open = text.find('{')?;
    let close = open + text[open..].find('}')?;
    Some((&text[..open], &text[open + 1..close], &text[close + 1..]))
}

fn needs_of(index: usize, operations: &[Operation], paths: &[Path]) -> Vec<Need> {
    let path = &paths[index];
    path.parameters
        .iter()
        .enumerate()
        .map(|(order, (segment, parameter))| {
            let name = &operations[index].parameters[*parameter].name;
            let resource = match segment.checked_sub(1) {
                Some(before) => path.shape[before].as_str(),
                None => "",
            };
            let mut ranked: Vec<(usize, Creator)> = Vec::new();
            for (other, creation) in operations.iter().enumerate() {
                if other == index {
                    continue;
                }
                let found = creator_of(
                    (&creation.method, &paths[other]),
                    &path.shape,
                    *segment,
                    order,
                    || id_sources(creation, name, resource),
                );
                if let Some((rank, agreement)) = found {
                    ranked.push((rank, Creator { operation: other, agreement, first: None }));
                }
            }
            make_before_listing(&mut ranked, &path.shape[..*segment], operations, paths);
            // What the document says itself comes before what its paths suggest.
            for (other, creation) in operations.iter().enumerate() {
                let links = creation.links.iter().filter(|link| {
                    other != index
                        && link.parameter == *name
                        && operations[index].ids.contains(&link.target)
                });
                let sources: Vec<String> = links.map(|link| link.source.clone()).collect();
                if !sources.is_empty() {
                    let agreement = Agreement::Answer(sources);
                    let creator = Creator { operation: other, agreement, first: None };
                    ranked.insert(0, (0, creator));
                }
            }
            ranked.sort_by_key(|(rank, _)| *rank);
            let creators = ranked.into_iter().map(|(_, creator)| creator).collect();
            Need { parameter: *parameter, resource: resource.to_owned(), creators }
        })
        .collect()
}

/// Where only lists tell ids: what they are to hold is made first.
fn make_before_listing(
    ranked: &mut Vec<(usize, Creator)>,
    collection: &[String],
    operations: &[Operation],
    paths: &[Path],
) {
    if ranked.iter().any(|(_, creator)| !creator.agreement.is_of_items()) {
        return;
    }
    let Some(first) = (0..operations.len())
        .find(|other| operations[*other].method == "POST" && paths[*other].shape == collection)
    else {
        return;
    };
    let lists = ranked.iter().filter(|(_, listed)| listed.operation != first);
    let made = lists.map(|(_, listed)| (0, Creator { first: Some(first), ..listed.clone() }));
    let made: Vec<(usize, Creator)> = made.collect();
    ranked.extend(made);
}

/// Whether an operation makes what parameter number `order`, in `segment` of a path, names. A
/// smaller rank is better.
fn creator_of(
    (method, creation): (&str, &Path),
    shape: &[String],
    segment: usize,
    order: usize,
    sources: impl Fn() -> Vec<String>,
) -> Option<(usize, Agreement)> {
    let answer = |rank: usize, items_only: bool| {
        let mut sources = sources();
        if items_only {
            sources.retain(|source| source.contains("/0"));
        }
        (!sources.is_empty()).then_some((rank, Agreement::Answer(sources)))
    };
    let (collection, item) = (&shape[..segment], &shape[..=segment]);
    match method {
        "POST" if creation.shape == collection => answer(0, false),
        "PUT" | "POST" if creation.shape == item => {
            let (_, parameter) = creation.parameters.get(order)?;
            Some((if method == "PUT" { 1 } else { 2 }, Agreement::SamePath(*parameter)))
        }
        // `POST /users/register`
        "POST"
            if creation.shape.len() == segment + 1
                && creation.shape.starts_with(collection)
                && !creation.shape[segment].contains("{}") =>
        {
            answer(3, false)
        }
        // `POST /shops/{id}/imports` makes what `/imports/{id}` names.
        "POST" if segment > 0 && creation.ends_in(&shape[segment - 1]) => answer(3, false),
        // No creation: what is there already.
        "GET" if creation.shape == collection => answer(LISTED, true),
        _ => None,
    }
}

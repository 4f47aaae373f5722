//! Where the answer of a creation holds the id that a path parameter wants.

use nearmiss_search::letters_and_digits;

use crate::json_pointer::child;
use crate::rest::experience::singular;
use crate::rest::operation::Operation;

/// Places told of one creation.
const MAX_SOURCES: usize = 4;

/// Sources (see [`nearmiss_search::Link::source`]) for a parameter, the likeliest first. `resource`
/// is the path segment before the parameter (`books`).
pub(super) fn id_sources(creation: &Operation, parameter: &str, resource: &str) -> Vec<String> {
    let one = singular(resource);
    let seen = &creation.seen;
    let unseen = creation.answers.iter().filter(|field| !seen.fields.contains(*field));
    let all = seen.fields.iter().map(|field| (false, field)).chain(unseen.map(|one| (true, one)));
    let mut ranked: Vec<(bool, usize, usize, String)> = all
        .filter_map(|(is_unseen, (name, pointer))| {
            let rank = rank_of(name, parameter, &one)?;
            Some((is_unseen, pointer.matches('/').count(), rank, pointer.clone()))
        })
        .collect();
    // What was seen comes first, and shallow ones: an `id` deeper down is mostly that of another resource.
    ranked.sort();
    let mut sources: Vec<String> = ranked.into_iter().map(|(.., pointer)| pointer).collect();
    sources.truncate(MAX_SOURCES);
    if creation.declares_location || seen.location {
        sources.push("Location".to_owned());
    }
    // Nothing is described or was seen: guess what most APIs do.
    if sources.is_empty() && creation.answers.is_empty() && !seen.any {
        let own = child("", parameter);
        sources = vec!["/id".to_owned(), own, "Location".to_owned(), "/_id".to_owned()];
        let mut seen = Vec::new();
        sources.retain(|source| {
            !seen.contains(source) && {
                seen.push(source.clone());
                true
            }
        });
    }
    sources
}

/// Smaller is likelier to be the id; `None` is none.
fn rank_of(name: &str, parameter: &str, resource: &str) -> Option<usize> {
    // The answer is the id itself.
    if name.is_empty() || name == parameter {
        return Some(0);
    }
    let (name_plain, parameter) = (letters_and_digits(name), letters_and_digits(parameter));
    if name_plain == parameter {
        return Some(1);
    }
    let wants_id = parameter.ends_with("id") || parameter == resource || parameter == "key";
    if !wants_id {
        return None;
    }
    match name_plain.as_str() {
        "id" if name == "_id" => Some(3),
        "id" => Some(2),
        "uuid" | "guid" => Some(4),
        other if other == format!("{resource}id") => Some(5),
        _ => None,
    }
}

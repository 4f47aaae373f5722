//! Calls of which nothing is known but that somebody listens: paths of free text. What the API compares
//! the path with says what its routes are (plain `http` has no router that could be asked).

use nearmiss_search::{ActionTemplate, Specialisation};

use super::{operation_of, undescribed_operation};
use crate::FoundRoute;
use crate::rest::model::Model;
use crate::rest::operation::{Operation, PathPiece};
use crate::rest::read::{ReadParameter, undescribed};
use crate::{Call, OperationName, Part};

/// What an API of no known route is called with.
const METHODS: [&str; 5] = ["GET", "POST", "PUT", "PATCH", "DELETE"];
/// Segments of the paths that are tried.
const MOST_SEGMENTS: usize = 3;
/// Operations that may come of comparisons: an API that compares with what it stores must not
/// make one of each.
const MOST_NARROWED: usize = 300;
/// Longest path that is taken over from a comparison.
const LONGEST_PATH: usize = 200;

/// Operations anywhere: each method with paths of one to three free segments.
pub(in crate::rest) fn anywhere() -> Vec<(Operation, ActionTemplate)> {
    let mut found = Vec::new();
    for method in METHODS {
        for count in 1..=MOST_SEGMENTS {
            let names: Vec<String> = (1..=count).map(|number| format!("s{number}")).collect();
            found.push(open_operation(method, &[], &names));
        }
    }
    found
}

/// The operation of a path whose last segments may be free, as it was found in an earlier search.
pub(in crate::rest) fn path_operation(method: &str, path: &str) -> (Operation, ActionTemplate) {
    let segments: Vec<&str> = path.split('/').skip(1).collect();
    let known = segments.iter().take_while(|segment| !segment.starts_with('{')).count();
    let name = |segment: &&str| segment.trim_matches(['{', '}']).to_owned();
    let free: Vec<String> = segments[known..].iter().map(name).collect();
    open_operation(method, &segments[..known], &free)
}

/// An operation whose first segments are known and whose others are free.
fn open_operation(method: &str, known: &[&str], free: &[String]) -> (Operation, ActionTemplate) {
    let mut pieces = Vec::new();
    let mut read: Vec<ReadParameter> = Vec::new();
    let mut path = String::new();
    let mut literal = String::new();
    for segment in known {
        path.push_str(&format!("/{segment}"));
        literal.push_str(&format!("/{segment}"));
    }
    for name in free {
        path.push_str(&format!("/{{{name}}}"));
        literal.push('/');
        pieces.push(PathPiece::Literal(std::mem::take(&mut literal)));
        pieces.push(PathPiece::Parameter(read.len()));
        read.push(undescribed(name));
    }
    if !literal.is_empty() {
        pieces.push(PathPiece::Literal(literal));
    }
    let name = OperationName::new(method, &path);
    let (mut operation, template) = undescribed_operation(name, pieces, read);
    operation.anywhere = !free.is_empty();
    (operation, template)
}

/// What follows for the routes of the API when the free part of the path of a call should have been
/// something else: operations that are not there yet.
pub(in crate::rest) fn narrowed(
    model: &Model,
    call: &Call,
    taint: u32,
    wanted: &Specialisation,
) -> Vec<(Operation, ActionTemplate)> {
    let Some(operation) = model.find(&call.operation).map(|index| &model.operations[index]) else {
        return Vec::new();
    };
    if !operation.anywhere || model.operations.len() > MOST_NARROWED {
        return Vec::new();
    }
    let segments = segments_of(call);
    // Only what stands right behind the known segments: what is compared further behind belongs to
    // another path.
    let known = operation.path.split('/').skip(1).take_while(|s| !s.starts_with('{')).count();
    let marker = format!("_EM_{taint}_XYZ_");
    if segments.get(known) != Some(&marker.as_str()) {
        return Vec::new();
    }
    let free = segments.len() - known - 1;
    let found = match wanted {
        Specialisation::Constant(units) | Specialisation::ConstantIgnoreCase(units) => {
            let text = String::from_utf16_lossy(units);
            constant(&operation.method, &segments[..known], &text, free)
        }
        Specialisation::Prefix(units) => {
            let text = String::from_utf16_lossy(units);
            let text = text.trim_matches('/');
            constant(&operation.method, &segments[..known], text, free.max(1))
        }
        Specialisation::RegexPartial(source) | Specialisation::RegexWhole(source)
            if known == 0 && free == 0 && source.contains('/') =>
        {
            of_expression(&operation.method, source)
        }
        _ => None,
    };
    found.into_iter().filter(|(operation, _)| model.find(&operation.name).is_none()).collect()
}

fn segments_of(call: &Call) -> Vec<&str> {
    let [Part::Text(target)] = call.http().target.as_slice() else { return Vec::new() };
    let path = target.split('?').next().unwrap_or_default();
    path.split('/').skip(1).collect()
}

fn constant(
    method: &str,
    known: &[&str],
    text: &str,
    free: usize,
) -> Option<(Operation, ActionTemplate)> {
    let sendable = |byte: u8| byte.is_ascii_alphanumeric() || b"-._~/!$&'()*+,;=:@".contains(&byte);
    let is_path = !text.is_empty()
        && text.len() <= LONGEST_PATH
        && text.bytes().all(sendable)
        // An id that the API looks for is an input, no route.
        && !text.bytes().all(|byte| byte.is_ascii_digit());
    if !is_path {
        return None;
    }
    let mut segments = known.to_vec();
    segments.extend(text.split('/'));
    let names: Vec<String> =
        (1..=free).map(|number| format!("s{}", known.len() + 1 + number)).collect();
    Some(open_operation(method, &segments, &names))
}

/// An expression that whole paths match.
fn of_expression(method: &str, source: &str) -> Option<(Operation, ActionTemplate)> {
    let regexp = Some(source.to_owned());
    operation_of(&FoundRoute { method: method.to_owned(), regexp, ..FoundRoute::default() })
}

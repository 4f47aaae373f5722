//! The kinds of problems that there are. Adding one is a folder beside `rest/` and a line in [`KINDS`].

use serde_json::Value;

use crate::FoundRoute;
use crate::problem::{Problem, ProblemOptions};
use crate::rest::{ParseSchemaError, REST, SchemaWarning};

/// A problem, and places in its document that are not understood.
pub type ReadProblem = (Box<dyn Problem>, Vec<SchemaWarning>);

/// Makes one list of several.
pub type Join = fn(&[&[Value]]) -> Result<Vec<Value>, String>;

/// A kind of problem.
#[derive(Clone, Copy, Debug)]
pub struct ProblemKind {
    /// The name that archives have for it.
    pub name: &'static str,
    /// Tells whether a document describes an API of this kind, right or wrong.
    pub knows: fn(&str) -> bool,
    /// Reads a document. Fails when no operation of it can be called; what is merely not understood is a warning.
    pub read: fn(&str, &ProblemOptions) -> Result<ReadProblem, ParseSchemaError>,
    /// Makes the problem of an API without a document, of what its router serves. `None` where that says nothing of this kind.
    pub of_routes: fn(&[FoundRoute], &ProblemOptions) -> Option<ReadProblem>,
    /// Makes one list of what several searches have saved ([`Problem::save`]). Fails with a text for people when an entry is
    /// none of this kind.
    pub join: Join,
}

/// All kinds; the first one that knows a document reads it.
pub static KINDS: [ProblemKind; 1] = [REST];

/// Reads a document by the kind that knows it.
///
/// # Errors
/// When no operation of it can be called.
pub fn read_document(
    text: &str,
    options: &ProblemOptions,
) -> Result<ReadProblem, ParseSchemaError> {
    let kind = KINDS.iter().find(|kind| (kind.knows)(text)).unwrap_or(&REST);
    (kind.read)(text, options)
}

/// Makes the problem of an API without a document.
#[must_use]
pub fn read_routes(routes: &[FoundRoute], options: &ProblemOptions) -> ReadProblem {
    let read = KINDS.iter().find_map(|kind| (kind.of_routes)(routes, options));
    read.unwrap_or_else(|| unreachable!("REST needs no routes: it calls anywhere"))
}

/// Answers the kind that archives call so.
#[must_use]
pub fn kind_named(name: &str) -> Option<&'static ProblemKind> {
    KINDS.iter().find(|kind| kind.name == name)
}

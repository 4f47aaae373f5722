//! Code 210: the router serves what the document does not list, and it answers 2xx.
//!
//! Not HEAD and OPTIONS, not the front page, not what belongs to documents, health and measuring, no route that stands
//! for any path, no file, and nothing that another document of the API lists.

use nearmiss_search::Fault;

use super::made_call::Made;
use super::{JudgedTest, Oracle, fault_of};
use crate::rest::operation::{Operation, ParameterFormat};

/// Words in paths that are not the API's own.
const KNOWN: [&str; 19] = [
    "openapi",
    "swagger",
    "api-docs",
    "apidocs",
    "api-json",
    "api-yaml",
    "docs",
    "redoc",
    "schema",
    "favicon",
    "robots.txt",
    "metrics",
    "health",
    "ready",
    "readiness",
    "live",
    "liveness",
    "ping",
    "reset",
];

/// Words in pages that show documents.
const PAGES: [&str; 8] = [
    "swagger-ui",
    "swaggerui",
    "redoc",
    "rapidoc",
    "stoplight",
    "scalar",
    "graphiql",
    "apollo-server-landing",
];

/// A hidden endpoint.
pub(super) struct HiddenEndpoint;

impl Oracle for HiddenEndpoint {
    fn name(&self) -> &'static str {
        "hidden-endpoint"
    }

    fn faults(&self) -> &'static [(u32, &'static str)] {
        &[(210, "Hidden Accessible Endpoint")]
    }

    fn judge_test(&self, test: &JudgedTest<'_>) -> Vec<(usize, Fault)> {
        let Some(described) = test.model.described else { return Vec::new() };
        let hidden = |made: &&Made<'_>| {
            made.operation >= described
                && made.succeeds()
                && !matches!(made.method(), "HEAD" | "OPTIONS")
                && is_own(made.described)
                && !test.model.is_listed_elsewhere(made.described)
                && !is_file_or_document(made)
        };
        let message = "answers 2xx, and the document does not list it";
        let found = test.made().iter().filter(hidden);
        found.map(|made| (made.index, fault_of(210, made.described, "", message))).collect()
    }
}

/// Tells whether an answer is a file, a document of the API, or the page that shows one.
fn is_file_or_document(made: &Made<'_>) -> bool {
    let Some(answer) = made.answer else { return false };
    let is_document = made.json().is_some_and(|body| {
        body.get("paths").is_some()
            && ["openapi", "swagger"].iter().any(|key| body.get(key).is_some())
    });
    let is_page = made.is_html() && {
        let page = String::from_utf8_lossy(&answer.body).to_ascii_lowercase();
        PAGES.iter().any(|name| page.contains(name))
    };
    // What serves files takes ranges of them, and says so.
    is_document || is_page || answer.header("accept-ranges") == Some("bytes")
}

fn is_own(operation: &Operation) -> bool {
    let whole =
        |parameter: &crate::rest::operation::Parameter| parameter.format == ParameterFormat::Target;
    let path = operation.path.to_ascii_lowercase();
    let mut segments = path.split('/').filter(|segment| !segment.is_empty()).peekable();
    // A single parameter stands for anything.
    let only_parameters = path.split('/').all(|part| part.is_empty() || part.starts_with('{'));
    segments.peek().is_some()
        && !operation.anywhere
        && !operation.parameters.iter().any(whole)
        && !only_parameters
        && !path.contains('*')
        && !segments.any(|segment| KNOWN.iter().any(|word| is_word(segment, word)))
}

/// Whether a segment is a word, with an ending or more words (`healthz`, `openapi.json`, `swagger-ui`).
fn is_word(segment: &str, word: &str) -> bool {
    segment.strip_prefix(word).is_some_and(|rest| {
        rest.is_empty() || rest == "z" || rest == "s" || !rest.starts_with(char::is_alphanumeric)
    })
}

#[cfg(test)]
mod tests;

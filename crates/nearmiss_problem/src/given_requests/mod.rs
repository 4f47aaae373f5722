//! Calls that people have already: HAR files, Postman collections and `curl` commands, each read into a list of
//! [`PlainRequest`]s.

mod curl;
mod har;
mod postman;

use nearmiss_search::Individual;
use serde_json::Value;

/// A request as a file has it.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct PlainRequest {
    /// Upper-case method.
    pub method: String,
    /// The URL, with or without a host; encoded as it is sent.
    pub url: String,
    /// Headers, in order.
    pub headers: Vec<(String, String)>,
    /// The text of the body.
    pub body: Option<String>,
}

/// What became of the requests of a file.
#[derive(Clone, Debug, Default)]
pub struct Seeded {
    /// A test for each request that is one of an operation, and then of several in a row.
    pub individuals: Vec<Individual>,
    /// Requests that are.
    pub taken: usize,
    /// Method and path of those that are of no operation.
    pub unmatched: Vec<String>,
}

/// Why a file of calls cannot be used, and where.
#[derive(Clone, Debug, Eq, PartialEq, thiserror::Error)]
#[error("{place}: {why}")]
pub struct SeedError {
    /// `line 3`, `log.entries[2]`.
    pub place: String,
    /// What is wrong and what to do.
    pub why: String,
}

impl SeedError {
    fn at(place: impl Into<String>, why: impl Into<String>) -> Self {
        Self { place: place.into(), why: why.into() }
    }
}

/// Reads a HAR file, a Postman collection (2.0, 2.1) or lines of `curl` commands.
///
/// # Errors
/// When the text is none of these, or a request in it cannot be read.
pub fn read_requests(text: &str) -> Result<Vec<PlainRequest>, SeedError> {
    let text = text.trim_start_matches('\u{feff}');
    let requests = match text.trim_start().starts_with(['{', '[']) {
        true => read_json(text)?,
        false => curl::read(text)?,
    };
    if requests.is_empty() {
        return Err(SeedError::at(
            "line 1",
            "it holds no calls; record some, or leave the file out",
        ));
    }
    Ok(requests)
}

fn read_json(text: &str) -> Result<Vec<PlainRequest>, SeedError> {
    let json: Value = serde_json::from_str(text).map_err(|error| {
        let place = format!("line {} column {}", error.line(), error.column());
        SeedError::at(place, "this is no JSON; give a HAR file, a Postman collection or curl lines")
    })?;
    if json["log"]["entries"].is_array() {
        har::read(&json)
    } else if json["item"].is_array() {
        postman::read(&json)
    } else {
        Err(SeedError::at("line 1", what_else(&json)))
    }
}

/// What a file is that holds no calls as they are read here.
fn what_else(json: &Value) -> &'static str {
    if json["requests"].is_array() {
        return "this is a Postman collection of version 1; export it as version 2.1";
    }
    if json["_postman_variable_scope"].is_string() {
        return "this is an environment of Postman (its variables); export the collection, as version 2.1";
    }
    "neither a HAR file (a list `log.entries`) nor a Postman collection (a list `item`); export it again as one \
     of them"
}

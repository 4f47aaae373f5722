//! Calls that people have already, as individuals to begin with: HAR files, Postman collections and
//! `curl` commands. Each is read into a list of [`PlainRequest`]s, which are matched to operations.

mod curl;
mod fit;
mod har;
mod matching;
mod postman;

use serde_json::Value;

pub use matching::Seeded;

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
    if !text.trim_start().starts_with(['{', '[']) {
        return curl::read(text);
    }
    let json: Value = serde_json::from_str(text).map_err(|error| {
        let place = format!("line {} column {}", error.line(), error.column());
        SeedError::at(place, "this is no JSON; give a HAR file, a Postman collection or curl lines")
    })?;
    if json["log"]["entries"].is_array() {
        har::read(&json)
    } else if json["item"].is_array() {
        postman::read(&json)
    } else {
        Err(SeedError::at(
            "line 1",
            "neither a HAR file (`log.entries`) nor a Postman collection (`item`); export it again as one of them",
        ))
    }
}

#[cfg(test)]
mod tests;

//! Documents among the answers of the API: what they list is hidden to nobody.

use std::collections::BTreeSet;

use serde_json::Value;

use super::model::Model;
use super::operation::Operation;
use super::read::{path_of, with_slashes};
use super::routes::shape_of;
use crate::{HttpResponse, parse_json_answer};

/// Longest answer that is looked at, in bytes.
const MOST_BYTES: usize = 4 << 20;
/// Name of the field that every document has.
const PATHS: &[u8] = b"\"paths\"";

/// Methods and paths, with `{}` for each parameter, that documents list which the API serves beside the one in use.
#[derive(Clone, Debug, Default)]
pub(super) struct ListedElsewhere(BTreeSet<(String, String)>);

impl Model {
    /// Tells whether a document among the answers lists an operation that the one in use does not.
    pub(super) fn is_listed_elsewhere(&self, operation: &Operation) -> bool {
        self.elsewhere.0.contains(&(operation.method.clone(), shape_of(operation)))
    }

    /// Tells whether all that a document lists is known.
    pub(super) fn knows_listed(&self, listed: &ListedElsewhere) -> bool {
        listed.0.is_subset(&self.elsewhere.0)
    }

    /// Notes what a document among the answers lists.
    pub(super) fn note_listed(&mut self, listed: ListedElsewhere) {
        self.elsewhere.0.extend(listed.0);
    }
}

/// The operations that an answer lists, if it is a document of OpenAPI or Swagger.
pub(super) fn listed_in(answer: &HttpResponse) -> Option<ListedElsewhere> {
    if !answer.is_success() || answer.truncated || answer.body.len() > MOST_BYTES {
        return None;
    }
    // Most answers are none, and are not parsed for that.
    let names_paths = || answer.body.windows(PATHS.len()).any(|piece| piece == PATHS);
    if !answer.body.trim_ascii_start().starts_with(b"{") || !names_paths() {
        return None;
    }
    listed_by(&parse_json_answer(&answer.body).ok()?)
}

/// The operations that a document of OpenAPI or Swagger lists; nothing of what is none.
pub(super) fn listed_by(document: &Value) -> Option<ListedElsewhere> {
    let is_document = ["openapi", "swagger"].iter().any(|key| document.get(key).is_some());
    let paths = document.get("paths").and_then(Value::as_object).filter(|_| is_document)?;
    let bases = bases(document);
    let mut listed = ListedElsewhere::default();
    for (path, item) in paths {
        for method in item.as_object().into_iter().flat_map(|item| item.keys()) {
            for base in &bases {
                let shape = shape_of_text(&format!("{base}{path}"));
                listed.0.insert((method.to_ascii_uppercase(), shape));
            }
        }
    }
    Some(listed)
}

/// Lists what may stand before the paths of a document: nothing, or the path of a server.
fn bases(document: &Value) -> BTreeSet<String> {
    let servers = document.get("servers").and_then(Value::as_array).into_iter().flatten();
    let urls = servers.filter_map(|server| server.get("url").and_then(Value::as_str));
    let base = document.get("basePath").and_then(Value::as_str);
    let paths = urls.chain(base).map(|url| with_slashes(path_of(url)));
    std::iter::once(String::new()).chain(paths).collect()
}

/// A path of a document with `{}` for each parameter, and no `/` at its end.
fn shape_of_text(path: &str) -> String {
    let mut shape = String::new();
    let mut rest = path;
    while let Some((before, after)) = rest.split_once('{') {
        shape.push_str(before);
        shape.push_str("{}");
        rest = after.split_once('}').map_or("", |(_, rest)| rest);
    }
    shape.push_str(rest);
    match shape.strip_suffix('/') {
        Some(stem) if !stem.is_empty() => stem.to_owned(),
        _ => shape,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn listed(body: &Value) -> Vec<String> {
        let body = body.to_string().into_bytes();
        let answer = HttpResponse { status: 200, body, ..HttpResponse::default() };
        let listed = listed_in(&answer).map(|listed| listed.0).unwrap_or_default();
        listed.into_iter().map(|(method, path)| format!("{method} {path}")).collect()
    }

    #[test]
    fn a_document_among_the_answers_lists_its_paths() {
        let paths = json!({"/stats/": {"get": {}}, "/a/{b}/c": {"put": {}}});
        let document =
            json!({"openapi": "3.1.0", "paths": paths, "servers": [{"url": "http://h:1/v1/"}]});
        assert_eq!(
            listed(&document),
            ["GET /stats", "GET /v1/stats", "PUT /a/{}/c", "PUT /v1/a/{}/c"]
        );
        assert_eq!(
            listed(&json!({"swagger": "2.0", "basePath": "/b", "paths": {"/x": {"post": {}}}})),
            ["POST /b/x", "POST /x"]
        );
        assert!(listed(&json!({"paths": paths})).is_empty());
        assert!(listed(&json!([1])).is_empty());
    }
}

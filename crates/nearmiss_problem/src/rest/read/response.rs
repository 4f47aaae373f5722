//! Declared responses.

use crate::Class;
use crate::rest::document::{Document, Located, Version};
use crate::rest::operation::{DeclaredLink, DeclaredResponse, StatusPattern};
use crate::rest::response_schema::ValidatorStore;
use crate::rest::schema_warning::Warnings;

use super::answer_fields::answer_fields;

/// What the document says about the answers of an operation.
#[derive(Clone, Debug, Default)]
pub(super) struct ReadResponses {
    /// One a declared status.
    pub responses: Vec<DeclaredResponse>,
    /// Value of `Accept`.
    pub accept: String,
    /// See [`crate::rest::operation::Operation::answers`].
    pub answers: Vec<(String, String)>,
    /// A success declares a `Location` header.
    pub declares_location: bool,
    /// Links of successes.
    pub links: Vec<DeclaredLink>,
}

/// Reads `responses` of an operation.
pub(super) fn read_responses<'d>(
    document: &'d Document,
    operation: &Located<'d>,
    produces: &[(String, String)],
    validators: &mut ValidatorStore<'d>,
    warnings: &mut Warnings,
) -> ReadResponses {
    let mut read = ReadResponses::default();
    let mut accepted: Vec<String> = Vec::new();
    let mut success: Option<(u16, Located<'d>)> = None;
    let Some(responses) = operation.get("responses") else {
        read.accept = "*/*".to_owned();
        return read;
    };
    if !responses.value.is_object() {
        warnings.add(&responses.pointer, "`responses` must be an object; it is ignored");
    }
    for (key, entry) in responses.entries() {
        if key.starts_with("x-") {
            continue;
        }
        let Some(status) = status_pattern(key) else {
            warnings.add(&entry.pointer, format!("`{key}` is no status; the response is ignored"));
            continue;
        };
        let response = match document.resolve(entry.clone()) {
            Ok(response) => response,
            Err(message) => {
                warnings.add(&entry.pointer, format!("{message}; only the status is checked"));
                read.responses.push(DeclaredResponse { status, content: Vec::new() });
                continue;
            }
        };
        let contents = contents_of(document, &response, produces);
        let mut content = Vec::new();
        for (media, schema) in contents {
            let essence = media.split(';').next().unwrap_or_default().trim().to_ascii_lowercase();
            if !essence.contains('/') || !essence.bytes().all(|byte| (0x21..0x7f).contains(&byte)) {
                warnings
                    .add(&response.pointer, "a response has a key that is no media type; ignored");
                continue;
            }
            if !accepted.contains(&essence) {
                accepted.push(essence.clone());
            }
            let is_json = is_json(&essence);
            let validator = match &schema {
                Some(schema) if is_json => validators.add(schema, warnings),
                _ => None,
            };
            if let (Some(schema), Some(rank)) = (schema, success_rank(status))
                && is_json
                && success.as_ref().is_none_or(|(best, _)| rank < *best)
            {
                success = Some((rank, schema));
            }
            content.push((essence, validator));
        }
        if success_rank(status).is_some() {
            let headers = response.get("headers").map(|place| place.entries()).unwrap_or_default();
            read.links.extend(declared_links(document, &response, warnings));
            read.declares_location |=
                headers.iter().any(|(name, _)| name.eq_ignore_ascii_case("location"));
        }
        read.responses.push(DeclaredResponse { status, content });
    }
    read.accept = match accepted.is_empty() {
        true => "*/*".to_owned(),
        false => accepted.join(", "),
    };
    read.answers = success.map(|(_, schema)| answer_fields(document, schema)).unwrap_or_default();
    read
}

/// `links` whose parameters are taken from the answer; other expressions are none of ours.
fn declared_links(
    document: &Document,
    response: &Located<'_>,
    warnings: &mut Warnings,
) -> Vec<DeclaredLink> {
    let mut found = Vec::new();
    for (_, entry) in response.get("links").map(|place| place.entries()).unwrap_or_default() {
        let pointer = entry.pointer.clone();
        let link = match document.resolve(entry) {
            Ok(link) => link,
            Err(message) => {
                warnings.add(&pointer, format!("{message}; the link is ignored"));
                continue;
            }
        };
        let place = || {
            let target = document.lookup(link.text("operationRef")?).ok()?;
            Some(target.pointer)
        };
        let Some(target) = link.text("operationId").map(str::to_owned).or_else(place) else {
            warnings.add(&link.pointer, "this link names no operation; it is ignored");
            continue;
        };
        let parameters = link.get("parameters").map(|place| place.entries()).unwrap_or_default();
        for (name, expression) in parameters {
            let source =
                match expression.value.as_str().and_then(|text| text.strip_prefix("$response.")) {
                    Some(text) if text.eq_ignore_ascii_case("header.location") => "Location",
                    Some(text) => match text.strip_prefix("body#") {
                        Some(pointer) => pointer,
                        None => continue,
                    },
                    None => continue,
                };
            found.push(DeclaredLink {
                target: target.clone(),
                parameter: name.strip_prefix("path.").unwrap_or(name).to_owned(),
                source: source.to_owned(),
            });
        }
    }
    found
}

/// Whether a media type is JSON or may be.
pub(in crate::rest) fn is_json(essence: &str) -> bool {
    essence.ends_with("/json")
        || essence.ends_with("+json")
        || essence == "*/*"
        || essence == "application/*"
}

fn contents_of<'d>(
    document: &Document,
    response: &Located<'d>,
    produces: &[(String, String)],
) -> Vec<(String, Option<Located<'d>>)> {
    if document.version != Version::V2 {
        let content = response.get("content").map(|place| place.entries()).unwrap_or_default();
        return content
            .into_iter()
            .map(|(media, entry)| (media.to_owned(), entry.get("schema")))
            .collect();
    }
    // Without a schema a response of 2.0 has no content.
    let Some(schema) = response.get("schema") else { return Vec::new() };
    if schema.text("type") == Some("file") {
        return produces.iter().map(|(_, media)| (media.clone(), None)).collect();
    }
    if produces.is_empty() {
        return vec![("*/*".to_owned(), Some(schema))];
    }
    produces.iter().map(|(_, media)| (media.clone(), Some(schema.clone()))).collect()
}

fn status_pattern(key: &str) -> Option<StatusPattern> {
    let lower = key.trim().to_ascii_lowercase();
    if lower == "default" {
        return Some(StatusPattern::Default);
    }
    if let Some(class) = lower.strip_suffix("xx") {
        return class
            .parse()
            .ok()
            .filter(|class| (1..=5).contains(class))
            .map(StatusPattern::Class);
    }
    lower.parse().ok().filter(|status| (100..=599).contains(status)).map(StatusPattern::Exact)
}

/// Smaller is likelier to describe a resource that was made; `None` for failures.
fn success_rank(status: StatusPattern) -> Option<u16> {
    match status {
        StatusPattern::Exact(201) => Some(0),
        StatusPattern::Exact(200) => Some(1),
        StatusPattern::Exact(status) if Class::of_status(status) == Class::Success => Some(status),
        StatusPattern::Class(2) => Some(300),
        StatusPattern::Default => Some(400),
        _ => None,
    }
}

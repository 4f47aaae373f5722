//! Code 101: the answer is not what the document declares.
//!
//! A 5xx is left to code 100, whatever it says: one defect, one fault.
//!
//! - A status that is not declared (neither exactly, nor as `4XX`, nor by `default`). An undeclared
//!   4xx counts only if the operation declares another one or a `default`, or half of all operations do: many
//!   documents describe little but success, and then each refusal would be a fault that tells its reader nothing. An operation without `responses` declares everything. 429 is what a rate limiter answers
//!   in the place of any operation (RFC 6585, section 4): no answer of the operation's.
//! - A content type that the response does not declare; only where it declares any and there is a
//!   body.
//! - A JSON body that is not valid against the schema. Bodies that were cut off or compressed are
//!   not judged. What a call that chooses fields (`fields`, `select`, `exclude`) leaves out is not missing.
//!
//! Answers differ with the state: after a change, all that it may show in is read.

use std::collections::BTreeSet;

use jsonschema::error::{TypeKind, ValidationError, ValidationErrorKind};
use nearmiss_search::{Fault, Individual};
use percent_encoding::percent_decode_str;
use rand_pcg::Pcg64Mcg;
use serde_json::Value;

use super::asked::ask;
use super::made_call::sent_target;
use super::surroundings::looked_around;
use super::{Judged, JudgedTest, Oracle};
use crate::json_pointer::keys;
use crate::rest::operation::DeclaredResponse;
use crate::rest::read_is_json;
use crate::{Call, Class, HttpResponse, parse_json_answer};

/// Changes of one operation after which everything around is read.
const MOST: usize = 3;
/// The status of what a rate limiter refuses.
const TOO_MANY: u16 = 429;
/// Words of inputs that choose fields of answers: sparse fieldsets of JSON:API, OData, LoopBack, ORMs.
const CHOOSING: [&str; 7] =
    ["fields", "select", "exclude", "omit", "only", "projection", "attributes"];
/// Places told of one body; the first ones are where to look.
const MAX_PLACES: usize = 5;

/// An answer against what the document declares.
pub(super) struct InvalidResponse;

impl Oracle for InvalidResponse {
    fn name(&self) -> &'static str {
        "invalid-response"
    }

    fn faults(&self) -> &'static [(u32, &'static str)] {
        &[(
            101,
            "Received A Response From API With A Structure/Data That Is Not Matching Its Schema",
        )]
    }

    fn judge(&self, judged: &Judged<'_>) -> Vec<Fault> {
        let Some(response) = judged.answer() else { return Vec::new() };
        let fault = |(place, message): (String, String)| Fault {
            code: 101,
            operation: judged.operation.name.to_string(),
            place,
            message,
        };
        let status = response.status;
        if status >= 500 {
            return Vec::new();
        }
        let Some(declared) = judged.operation.response_for(status) else {
            let silent = judged.operation.responses.is_empty()
                || status < 200
                || status == TOO_MANY
                // A malformed request is no call of the operation: what reads it answers.
                || judged.strayed
                || response.class() == Class::Refused
                    && !judged.operation.declares_refusals()
                    && !judged.rules.declares_refusals;
            if silent {
                return Vec::new();
            }
            let text = format!("answers with status {status}, which is not declared");
            return vec![fault((format!("status {status}"), text))];
        };
        if judged.strayed && response.class() == Class::Refused {
            return Vec::new();
        }
        let found = content_problems(judged, declared, response);
        found.into_iter().map(fault).collect()
    }

    fn examine(
        &self,
        test: &JudgedTest<'_>,
        asked: &mut BTreeSet<String>,
        rng: &mut Pcg64Mcg,
    ) -> Vec<Individual> {
        for change in test.made().iter().filter(|made| made.modifies() && made.succeeds()) {
            if ask(asked, &change.described.name, MOST)
                && let Some(wanted) = looked_around(test, change, rng)
            {
                return vec![wanted];
            }
        }
        Vec::new()
    }
}

/// Finds what is wrong with the content of an answer by the response that is declared for its status: place and message
/// each.
pub(super) fn content_problems(
    judged: &Judged<'_>,
    declared: &DeclaredResponse,
    response: &HttpResponse,
) -> Vec<(String, String)> {
    let bodiless =
        judged.call.http().method == "HEAD" || matches!(response.status, 204 | 205 | 304);
    if bodiless || declared.content.is_empty() {
        return Vec::new();
    }
    let media = response
        .header("content-type")
        .map(|value| value.split(';').next().unwrap_or_default().trim().to_ascii_lowercase());
    if response.body.is_empty() && !response.truncated {
        let is_json = declared.content.iter().any(|(_, validator)| validator.is_some());
        // Text and files may be empty.
        if !is_json || media.as_deref().is_some_and(|media| !read_is_json(media)) {
            return Vec::new();
        }
        return vec![("body empty".to_owned(), "answers without the declared body".to_owned())];
    }
    let Some(media) = media.filter(|media| !media.is_empty()) else {
        let text = "answers with a body but without a content type".to_owned();
        return vec![("content-type missing".to_owned(), text)];
    };
    let matching = declared
        .content
        .iter()
        .filter(|(pattern, _)| media_matches(pattern, &media))
        // `application/json` before `*/*`.
        .min_by_key(|(pattern, _)| pattern.matches('*').count());
    let Some((_, validator)) = matching else {
        let text = format!("answers with content type {media}, which is not declared");
        return vec![(format!("content-type {media}"), text)];
    };
    let encoded =
        response.header("content-encoding").is_some_and(|encoding| encoding != "identity");
    if response.truncated || encoded || !read_is_json(&media) {
        return Vec::new();
    }
    match parse_json_answer(&response.body) {
        Ok(body) => match validator.and_then(|index| judged.rules.validators.get(index)) {
            Some(validator) => body_problems(validator, &body, chooses_fields(judged.call)),
            None => Vec::new(),
        },
        // Numbers beyond doubles and deep nesting are JSON all the same; we cannot judge them.
        Err(error) if is_beyond_us(&error) => Vec::new(),
        Err(_) => vec![("body not JSON".to_owned(), format!("answers {media} that is no JSON"))],
    }
}

fn is_beyond_us(error: &serde_json::Error) -> bool {
    let message = error.to_string();
    ["recursion limit", "number out of range"].iter().any(|beyond| message.contains(beyond))
}

fn media_matches(pattern: &str, media: &str) -> bool {
    if pattern == "*/*" || pattern == media {
        return true;
    }
    pattern
        .strip_suffix("/*")
        .is_some_and(|kind| media.split_once('/').is_some_and(|(media_kind, _)| media_kind == kind))
}

/// Tells whether the query of a call says which fields it wants.
fn chooses_fields(call: &Call) -> bool {
    let target = sent_target(call, &[]);
    let query = target.split_once('?').map_or("", |(_, query)| query);
    let query = percent_decode_str(query).decode_utf8_lossy();
    let mut words = query.split(|letter: char| !letter.is_ascii_alphanumeric());
    words.any(|word| CHOOSING.iter().any(|known| known.eq_ignore_ascii_case(word)))
}

/// Finds what is wrong with a JSON body: place and message each. `is_part`: fields may be left out.
fn body_problems(
    validator: &jsonschema::Validator,
    body: &Value,
    is_part: bool,
) -> Vec<(String, String)> {
    let mut found: Vec<(String, String)> = Vec::new();
    let is_left_out = |error: &ValidationError<'_>| {
        is_part && matches!(error.kind(), ValidationErrorKind::Required { .. })
    };
    for error in validator.iter_errors(body).filter(|error| !is_left_out(error)) {
        let place = place_of(&error);
        if found.iter().all(|(known, _)| *known != place) {
            let message = message_of(&error, &place);
            found.push((place, message));
        }
        if found.len() == MAX_PLACES {
            break;
        }
    }
    found
}

/// `/items/0/price type`: read from the schema, not from the value, so that every item and every
/// key of a map gives the same place (`0` and `*`).
fn place_of(error: &ValidationError<'_>) -> String {
    let segments = keys(error.evaluation_path().as_str());
    let (keyword, above) = match segments.split_last() {
        Some((keyword, above)) => (keyword.clone(), above),
        None => (error.kind().keyword().to_owned(), &[][..]),
    };
    let is_index = |text: Option<&String>| {
        text.is_some_and(|text| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit()))
    };
    let mut place = String::new();
    let mut at = 0;
    while at < above.len() {
        let next = above.get(at + 1);
        match above[at].as_str() {
            "properties" => {
                if let Some(name) = next {
                    place.push('/');
                    place.push_str(name);
                }
                at += 1;
            }
            "patternProperties" => {
                place.push_str("/*");
                at += 1;
            }
            "additionalProperties" | "unevaluatedProperties" => place.push_str("/*"),
            "items" | "prefixItems" | "additionalItems" | "unevaluatedItems" => {
                place.push_str("/0");
                at += usize::from(is_index(next));
            }
            "allOf" | "anyOf" | "oneOf" => at += usize::from(is_index(next)),
            "dependentSchemas" | "dependencies" => at += 1,
            _ => {}
        }
        at += 1;
    }
    let place = if place.is_empty() { "/".to_owned() } else { place };
    match error.kind() {
        ValidationErrorKind::Required { property } => {
            format!("{place} required {}", property.as_str().unwrap_or_default())
        }
        _ => format!("{place} {keyword}"),
    }
}

/// Tells what is wrong as a person would who looks at the answer.
fn message_of(error: &ValidationError<'_>, place: &str) -> String {
    let name = || named(place.rsplit_once(' ').map_or(place, |(path, _)| path));
    let text = match error.kind() {
        ValidationErrorKind::Type { kind } => {
            let types: Vec<&str> = match kind {
                TypeKind::Single(one) => vec![with_article(one.as_str())],
                TypeKind::Multiple(set) => {
                    set.iter().map(|one| with_article(one.as_str())).collect()
                }
            };
            // What it is instead may be another thing next time: the defect is the same.
            return format!(
                "the document says that {} is {}; it is not",
                name(),
                types.join(" or ")
            );
        }
        ValidationErrorKind::Required { property } => {
            let above = place.split_once(' ').map_or("/", |(path, _)| path);
            let property = property.as_str().unwrap_or_default();
            let name = named(&format!("{}/{property}", above.trim_end_matches('/')));
            return format!("the document says that {name} is there; it is not");
        }
        // These name keys of the value.
        ValidationErrorKind::AdditionalProperties { .. }
        | ValidationErrorKind::UnevaluatedProperties { .. } => {
            "there are properties that are not declared".to_owned()
        }
        ValidationErrorKind::PropertyNames { .. } => "a property name is not valid".to_owned(),
        _ => error.masked().to_string(),
    };
    format!("the body does not fit its schema at {place}: {text}")
}

/// Answers the name of a place: `price` of `/items/0/price` is `items.price`.
fn named(path: &str) -> String {
    let names = path.split('/').filter(|name| !["", "0"].contains(name));
    let name = names.collect::<Vec<_>>().join(".");
    match (name.is_empty(), path.split('/').any(|name| name == "0")) {
        (false, _) => name,
        (true, true) => "an item of the body".to_owned(),
        (true, false) => "the body".to_owned(),
    }
}

fn with_article(of_type: &str) -> &str {
    match of_type {
        "boolean" => "a boolean",
        "number" => "a number",
        "string" => "a string",
        "integer" => "an integer",
        "array" => "an array",
        "object" => "an object",
        other => other,
    }
}

#[cfg(test)]
mod tests;

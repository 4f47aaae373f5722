//! One action as one call.

use nearmiss_search::{Action, GeneValue, Link, json_text};

use super::body_fields::with_fields;
use super::body_links::link_body;
use super::caller::Caller;
use super::form::form_text;
use super::header_value::header_value;
use super::malformed::malform;
use super::multipart::multipart_text;
use super::parameter_text::{Sent, encoding_of, pairs, segment_text};
use super::plain_text::plain_text;
use super::written::{Linked, Written};
use crate::ProblemOptions;
use crate::auth::{header_variable, is_credential_header};
use crate::rest::operation::{MediaKind, Operation, PathPiece, Place, RequestBody};
use crate::rest::read::is_token;
use crate::rest::schema_warning::Warnings;
use crate::{Body, Call, HttpRequest, Part, Request, Source, header_name, is_own_header};

/// A header of every call: its name in title case, and its value.
pub(in crate::rest) type StaticHeader = (String, Part);

/// What stands in a path for a parameter without text: an empty segment would be the path of another operation.
const NO_SEGMENT: &str = "-";

/// The headers of every call as they are sent; credentials come from the environment. Left out, with a warning, are names that HTTP does
/// not allow, and what belongs to the body or the connection.
pub(in crate::rest) fn static_headers(
    options: &ProblemOptions,
    warnings: &mut Warnings,
) -> Vec<StaticHeader> {
    let mut kept = Vec::new();
    for (name, value) in &options.headers {
        let belongs_elsewhere = name.eq_ignore_ascii_case("content-type") || !is_own_header(name);
        if !is_token(name) || belongs_elsewhere {
            let name = name.escape_debug();
            warnings
                .add("options", format!("header `{name}` cannot be set for every call; left out"));
            continue;
        }
        let name = header_name(name);
        let secret = options.secret_headers.iter().any(|secret| secret.eq_ignore_ascii_case(&name));
        let value = if secret || is_credential_header(&name) {
            Part::Credential { user: String::new(), slot: header_variable(&name) }
        } else {
            let units: Vec<u16> = value.encode_utf16().collect();
            Part::Text(header_value(&units))
        };
        kept.push((name, value));
    }
    kept
}

/// The call that an action makes.
pub(in crate::rest) fn lower_action(
    operation: &Operation,
    action: &Action,
    static_headers: &[StaticHeader],
    caller: Option<&Caller>,
) -> Call {
    let mut values: Vec<GeneValue> = action.genes.iter().map(|gene| gene.value()).collect();
    // A user's own credential stands where an input of that name would.
    let taken = caller.map(|caller| caller.leave_out_inputs(operation, &mut values));
    let link = |index: usize| match &taken {
        Some(taken) if taken.contains(&index) => None,
        _ => link_of(action, index),
    };
    let mut call = lower_values(operation, &values, link, static_headers);
    if let Some(body) = &mut call.http_mut().body {
        link_body(operation, action, &values, body);
        if let Some(malformed) = &action.malformed {
            malform(body, malformed);
        }
    }
    if let Some(caller) = caller {
        caller.sign(&mut call);
    }
    call
}

/// [`lower_action`] of values and links.
pub(super) fn lower_values(
    operation: &Operation,
    values: &[GeneValue],
    link_of: impl Fn(usize) -> Option<Linked>,
    static_headers: &[StaticHeader],
) -> Call {
    let value_of = |index: usize| values.get(index).unwrap_or(&GeneValue::Absent);
    let sent = |index: usize| Sent { value: value_of(index), linked: link_of(index) };
    let mut target = Written::default();
    for piece in &operation.pieces {
        match piece {
            PathPiece::Literal(text) => target.text(text),
            PathPiece::Parameter(index) => {
                let parameter = &operation.parameters[*index];
                let segment = segment_text(parameter, &sent(*index), encoding_of(Place::Path));
                target.append(segment.or(NO_SEGMENT));
            }
        }
    }
    let has_query = operation
        .pieces
        .iter()
        .any(|piece| matches!(piece, PathPiece::Literal(text) if text.contains('?')));
    let mut separator = if has_query { "&" } else { "?" };
    let mut headers: Vec<(String, Vec<Part>)> = Vec::new();
    // First: written tests set it where calls are made.
    if !static_headers.iter().any(|(name, _)| name == "Accept") {
        headers.push(("Accept".to_owned(), vec![Part::Text(operation.accept.clone())]));
    }
    let mut cookie = Written::default();
    for (index, parameter) in operation.parameters.iter().enumerate() {
        let sent = sent(index);
        if *sent.value == GeneValue::Absent && sent.linked.is_none() {
            continue;
        }
        match parameter.place {
            Place::Query => {
                for pair in pairs(&parameter.name, parameter.format, &sent) {
                    target.text(separator);
                    separator = "&";
                    target.append(pair);
                }
            }
            Place::Header => {
                let value = segment_text(parameter, &sent, encoding_of(Place::Header));
                headers.push((parameter.name.clone(), value.into_parts()));
            }
            Place::Cookie => {
                for pair in pairs(&parameter.name, parameter.format, &sent) {
                    if !cookie.is_empty() {
                        cookie.text("; ");
                    }
                    cookie.append(pair);
                }
            }
            Place::Path | Place::MediaType | Place::Body | Place::BodyField => {}
        }
    }
    if !cookie.is_empty() {
        headers.push(("Cookie".to_owned(), cookie.into_parts()));
    }
    add_static(&mut headers, static_headers);
    Call {
        operation: operation.name.clone(),
        user: None,
        request: Request::Http(HttpRequest {
            method: operation.method.clone(),
            target: target.into_parts(),
            headers,
            body: operation.body.as_ref().and_then(|body| lower_body(operation, body, values)),
        }),
    }
}

/// Adds the headers of every call. A user's cookie stands beside those of the call.
fn add_static(headers: &mut Vec<(String, Vec<Part>)>, static_headers: &[StaticHeader]) {
    for (name, value) in static_headers {
        match headers.iter_mut().find(|(known, _)| known == name && name == "Cookie") {
            Some((_, parts)) => {
                let mut both = Written::default();
                both.append_part(value.clone());
                both.text("; ");
                for part in std::mem::take(parts) {
                    both.append_part(part);
                }
                *parts = both.into_parts();
            }
            None => headers.push((name.clone(), vec![value.clone()])),
        }
    }
}

fn link_of(action: &Action, parameter: usize) -> Option<Linked> {
    let whole = |link: &&Link| link.parameter == parameter && link.path.is_empty();
    let link = action.links.iter().find(whole)?;
    let source = match link.source.as_str() {
        "Location" => Source::Location,
        pointer => Source::Body(pointer.to_owned()),
    };
    Some(Linked { from: link.from, source })
}

fn lower_body(operation: &Operation, body: &RequestBody, values: &[GeneValue]) -> Option<Body> {
    let described = values.get(body.parameter).unwrap_or(&GeneValue::Absent);
    let whole = with_fields(described, &operation.body_fields, values);
    let value = whole.as_ref().unwrap_or(described);
    if *value == GeneValue::Absent {
        return None;
    }
    let chosen = body
        .media_parameter
        .and_then(|index| values.get(index))
        .and_then(|chosen| body.media.iter().find(|(media, _)| *chosen == GeneValue::text(media)));
    let (media, kind) = chosen.or_else(|| body.media.first())?;
    let (content_type, text) = match kind {
        MediaKind::Json => (media.clone(), vec![Part::Text(json_text(value))]),
        MediaKind::Form => (media.clone(), form_text(value, &body.fields).into_parts()),
        MediaKind::Multipart => {
            let (boundary, text) = multipart_text(value, &body.fields);
            let media = media.split(';').next().unwrap_or_default().trim();
            (format!("{media}; boundary={boundary}"), vec![Part::Text(text)])
        }
        MediaKind::Text => {
            let text = String::from_utf16_lossy(&plain_text(value));
            (media.clone(), vec![Part::Text(text)])
        }
    };
    Some(Body { content_type, text })
}

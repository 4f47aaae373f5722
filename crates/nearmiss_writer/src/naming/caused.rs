//! Words for why a call is refused, where that was found out.

use nearmiss_problem::{Call, Part};
use serde_json::Value;

use super::differences::{MAKE, is_name};
use super::input_facts::{
    Input, LINKED, NO_JSON, Type, WHOLE_BODY, filled, input_far_in, inputs, is_malformed, sent_json,
};
use crate::ShownCause;

/// Letters of a list that a name shows.
const LONGEST_LIST: usize = 40;

/// Says why a call is refused with a status; nothing where the rest of the name says it, or nobody knows.
pub(super) fn words(cause: &ShownCause, call: &Call, status: u16) -> Option<String> {
    match cause {
        ShownCause::Input { place, name, is_of_other_type } => {
            of_input(call, status, (place, name), *is_of_other_type)
        }
        ShownCause::Caller => call.user.is_none().then(|| "as nobody".to_owned()),
        ShownCause::Before => {
            let is_made = status == 409 && MAKE.contains(&call.operation.verb());
            is_made.then(|| "when it exists already".to_owned())
        }
        ShownCause::Malformed => of_form(call, status)
            .or_else(|| has_no_text(call).then(|| "with an empty body".to_owned()))
            .or_else(|| of_type(call).filter(|_| !has_common_type(call))),
        ShownCause::Unknown => of_form(call, status),
    }
}

/// Says what is wrong with the form of a body, as the status or the body itself tells it.
pub(super) fn of_form(call: &Call, status: u16) -> Option<String> {
    let has_body = call.http().body.is_some();
    match status {
        413 if has_body => Some("body is too large".to_owned()),
        415 if has_body => of_type(call),
        400 | 422 if is_malformed(call) => Some(NO_JSON.to_owned()),
        _ => None,
    }
}

/// Tells whether a body is sent that has no text.
fn has_no_text(call: &Call) -> bool {
    call.http().body.as_ref().is_some_and(|body| {
        body.text.iter().all(|part| matches!(part, Part::Text(text) if text.is_empty()))
    })
}

/// Tells whether a body says no more of its type than all of its kind do.
fn has_common_type(call: &Call) -> bool {
    let is_common = |kind: &str| {
        let known = ["application/json", "application/x-www-form-urlencoded", "text/plain"];
        known.contains(&kind) || kind.starts_with("multipart/form-data; boundary=")
    };
    call.http().body.as_ref().is_none_or(|body| is_common(&body.content_type))
}

fn of_type(call: &Call) -> Option<String> {
    call.http().body.as_ref().map(|body| format!("body is {}", body.content_type))
}

fn of_input(
    call: &Call,
    status: u16,
    (place, name): (&str, &str),
    is_of_other_type: bool,
) -> Option<String> {
    let own = inputs(call);
    let find = |wanted: &str| own.iter().find(|input| input.place.eq_ignore_ascii_case(wanted));
    let found = match (place, name) {
        ("media", _) => return of_type(call),
        ("cookie", name) => {
            return Some(of_cookie(call, name)).filter(|words| !words.contains(LINKED));
        }
        ("body", "") if own.iter().any(Input::is_empty_object) => {
            return Some("with an empty body".to_owned());
        }
        ("body", "") => match find(WHOLE_BODY) {
            Some(input) => {
                return Some(input.words.clone()).filter(|words| !words.contains(LINKED));
            }
            None if call.http().body.is_none() => return Some("without a body".to_owned()),
            None => return of_form(call, status),
        },
        ("body", name) => find(&format!("json {name}")).or_else(|| find(&format!("form {name}"))),
        (place, name) => find(&format!("{place} {name}")),
    };
    let far = if found.is_none() && place == "body" { input_far_in(call, name) } else { None };
    let Some(input) = found.or(far.as_ref()) else {
        return is_left_out(call, place).then(|| format!("without {name}"));
    };
    if input.words.contains(LINKED) {
        return None;
    }
    if place == "path" && status == 404 && is_name(name) && is_plain_id(name, &input.words) {
        return Some(format!("unknown {name}"));
    }
    if input.kind == Type::List && !is_of_other_type {
        let shown = sent_json(call, name).map(|list| Value::to_string(&list));
        let shown = shown.filter(|list| list.len() <= LONGEST_LIST && !list.contains(LINKED));
        return Some(shown.map_or_else(|| format!("odd {name}"), |list| format!("{name}={list}")));
    }
    Some(if is_of_other_type && place == "body" { input.as_type() } else { input.words.clone() })
}

/// The cookie of a name as it is sent, or that it is not.
fn of_cookie(call: &Call, name: &str) -> String {
    let mut headers = call.http().headers.iter();
    let header = headers.find(|(known, _)| known.eq_ignore_ascii_case("cookie"));
    let sent = header.map_or_else(String::new, |(_, value)| filled(value));
    let own = sent.split("; ").find(|pair| pair.split('=').next() == Some(name));
    own.map_or_else(|| format!("without {name}"), str::to_owned)
}

/// Tells whether what is not among the inputs of a call is not there: of a body that cannot be read nobody knows.
fn is_left_out(call: &Call, place: &str) -> bool {
    place != "path" && !(place == "body" && is_malformed(call))
}

/// Tells whether the value of a path's parameter (`id=9`) is one that could be there: where an id is a number, or the
/// like, letters may be no id at all.
fn is_plain_id(name: &str, words: &str) -> bool {
    let value = words.split_once('=').map_or(words, |(_, value)| value);
    let value = value.trim_matches('"');
    let is_id = name.eq_ignore_ascii_case("id") || name.ends_with("Id") || name.ends_with("_id");
    let is_key = value.bytes().all(|byte| byte.is_ascii_hexdigit() || byte == b'-');
    !value.is_empty() && (!is_id || is_key && value.bytes().any(|byte| byte.is_ascii_digit()))
}

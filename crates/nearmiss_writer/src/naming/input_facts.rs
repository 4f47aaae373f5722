//! What calls hold.

use nearmiss_problem::{Call, OperationName, Part, header_name, is_own_header};
use serde_json::Value;

use super::fact::{Fact, Kind, items, shown, shown_text};
use crate::js_text::is_shown;
use crate::suite::TestCase;

/// Inputs of one call that are looked at.
const MOST_INPUTS: usize = 60;
/// Nesting of a body that is looked at.
const MOST_DEPTH: usize = 3;

/// Items of a list that are looked at.
const MOST_ITEMS: usize = 3;

/// The place of what is said of a body without fields.
pub(super) const WHOLE_BODY: &str = "body as a whole";
/// Words for a body that is none of the kind that the call says.
pub(super) const NO_JSON: &str = "body is no JSON";

/// The facts of all calls of a test.
pub(super) fn facts(case: &TestCase) -> Vec<Fact> {
    let calls = case.test.calls.iter().enumerate().flat_map(|(index, call)| {
        let inputs = inputs(call).into_iter().take(MOST_INPUTS);
        inputs.map(move |Input { place, words, otherwise }| Fact {
            kind: Kind::Input,
            place: (index, place),
            words,
            otherwise,
        })
    });
    calls.collect()
}

struct Input {
    place: String,
    words: String,
    otherwise: Option<String>,
}

impl Input {
    /// `name=value`, or else `without name`. That a list has fewer items says how many it has, and no path is without
    /// its parameters: they are taken from an answer.
    fn named(place: &str, name: &str, value: &str) -> Self {
        Self {
            place: format!("{place} {name}"),
            words: format!("{name}={value}"),
            otherwise: (place != "path" && !name.contains('[')).then(|| format!("without {name}")),
        }
    }
}

fn inputs(call: &Call) -> Vec<Input> {
    let mut inputs = Vec::new();
    if let Some(target) = plain(&call.http().target) {
        let (path, query) = target.split_once('?').unwrap_or((&target, ""));
        for pair in query.split('&').filter(|pair| !pair.is_empty()) {
            let (name, value) = pair.split_once('=').unwrap_or((pair, ""));
            inputs.push(Input::named("query", &decoded(name), &short(&decoded(value))));
        }
        inputs.extend(
            path_values(&call.operation, path)
                .map(|(name, value)| Input::named("path", name, &short(&decoded(value)))),
        );
    }
    if let Some(body) = &call.http().body {
        let kind = Input {
            place: "body".to_owned(),
            words: body.content_type.clone(),
            otherwise: Some("without a body".to_owned()),
        };
        inputs.push(kind);
        if let Some(text) = plain(&body.text) {
            inputs.extend(in_body(&body.content_type, &text));
        }
    }
    for (name, value) in &call.http().headers {
        let name = header_name(name);
        if let Some(value) = plain(value).filter(|_| is_own_header(&name)) {
            inputs.push(Input::named("header", &name, &short(&value)));
        }
    }
    inputs
}

fn in_body(content_type: &str, text: &str) -> Vec<Input> {
    if content_type.starts_with("application/x-www-form-urlencoded") {
        let pairs = text.split('&').filter_map(|pair| pair.split_once('='));
        let named = |(name, value): (&str, &str)| {
            Input::named("form", &decoded(name), &short(&decoded(value)))
        };
        return pairs.map(named).collect();
    }
    let mut inputs = Vec::new();
    match serde_json::from_str::<Value>(text) {
        Ok(value) => collect(&value, "", 0, &mut inputs),
        Err(_) => {
            let words = match is_of_json(content_type) && !text.is_empty() {
                true => NO_JSON.to_owned(),
                false => format!("body {}", shown_text(text)),
            };
            inputs.push(Input { place: WHOLE_BODY.to_owned(), words, otherwise: None });
        }
    }
    inputs
}

/// Tells whether a call says that its body is JSON, and it is none.
pub(super) fn is_malformed(call: &Call) -> bool {
    let body = call.http().body.as_ref().filter(|body| is_of_json(&body.content_type));
    let text = body.and_then(|body| plain(&body.text)).filter(|text| !text.is_empty());
    text.is_some_and(|text| serde_json::from_str::<Value>(&text).is_err())
}

fn is_of_json(content_type: &str) -> bool {
    let kind = content_type.split(';').next().unwrap_or_default().trim();
    kind == "application/json" || kind.ends_with("+json")
}

/// A piece of a target or a form as it is read; as it stands, where that cannot be shown.
fn decoded(piece: &str) -> String {
    let mut bytes = Vec::with_capacity(piece.len());
    let mut rest = piece.as_bytes();
    while let Some((first, after)) = rest.split_first() {
        let code = after.get(..2).filter(|_| *first == b'%');
        let code = code.filter(|code| code.iter().all(u8::is_ascii_hexdigit));
        let code = code.and_then(|code| std::str::from_utf8(code).ok());
        match code.and_then(|code| u8::from_str_radix(code, 16).ok()) {
            Some(byte) => {
                bytes.push(byte);
                rest = &after[2..];
            }
            None => {
                bytes.push(*first);
                rest = after;
            }
        }
    }
    let text = String::from_utf8(bytes).ok().filter(|text| text.chars().all(is_shown));
    text.unwrap_or_else(|| piece.to_owned())
}

fn collect(value: &Value, name: &str, depth: usize, inputs: &mut Vec<Input>) {
    // The body itself has no name.
    let whole = |words: String| Input {
        place: WHOLE_BODY.to_owned(),
        words: format!("body {words}"),
        otherwise: None,
    };
    let of = |words: String| match name {
        "" => whole(words),
        name => Input::named("json", name, &words),
    };
    match value {
        Value::Object(fields) if fields.is_empty() => inputs.push(of("{}".to_owned())),
        Value::Object(fields) => {
            // It is there, whatever it holds.
            if !name.is_empty() {
                inputs.push(of("{...}".to_owned()));
            }
            if depth >= MOST_DEPTH {
                return;
            }
            for (key, value) in fields {
                let below = if name.is_empty() { key.clone() } else { format!("{name}.{key}") };
                collect(value, &below, depth + 1, inputs);
            }
        }
        Value::Array(list) => {
            inputs.push(of(format!("[{}]", items(list.len()))));
            if depth >= MOST_DEPTH {
                return;
            }
            for (index, item) in list.iter().take(MOST_ITEMS).enumerate() {
                collect(item, &format!("{name}[{index}]"), depth + 1, inputs);
            }
        }
        scalar => inputs.extend(shown(scalar).map(of)),
    }
}

/// Parameters of a path with the values that a call has for them. Before its path, a call may have
/// that of the server.
fn path_values<'a>(operation: &'a str, path: &'a str) -> impl Iterator<Item = (&'a str, &'a str)> {
    let template = OperationName::parts_of(operation).1;
    let pairs = template.rsplit('/').zip(path.rsplit('/'));
    let mut values: Vec<(&str, &str)> = pairs
        .filter_map(|(segment, value)| Some((segment.strip_prefix('{')?.strip_suffix('}')?, value)))
        .collect();
    values.reverse();
    values.into_iter()
}

/// A value as it stands in a target or a header.
fn short(value: &str) -> String {
    let shown = shown_text(value);
    // Quotes only where they say something.
    if shown.starts_with('"') && !value.is_empty() && !value.contains([' ', '"', '\\']) {
        return value.to_owned();
    }
    shown
}

/// The text of parts that take nothing from elsewhere.
fn plain(parts: &[Part]) -> Option<String> {
    let texts = parts.iter().map(|part| match part {
        Part::Text(text) => Some(text.as_str()),
        Part::FromResponse { .. }
        | Part::FromSetup { .. }
        | Part::Credential { .. }
        | Part::Written { .. } => None,
    });
    texts.collect()
}

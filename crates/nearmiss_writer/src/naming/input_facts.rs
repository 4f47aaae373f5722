//! What calls hold.

use nearmiss_problem::{Call, OperationName, Part, header_name, is_own_header};
use serde_json::Value;

use super::fact::{Fact, Kind, items, shown, shown_text};
use crate::suite::TestCase;

/// Inputs of one call that are looked at.
const MOST_INPUTS: usize = 60;
/// Nesting of a body that is looked at.
const MOST_DEPTH: usize = 3;

/// Items of a list that are looked at.
const MOST_ITEMS: usize = 3;

/// The place of what is said of a body without fields.
pub(super) const WHOLE_BODY: &str = "body as a whole";

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
    /// `name=value`, or else `without name`. That a list has fewer items says how many it has, and no path is without its
    /// parameters: they are taken from an answer.
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
            inputs.push(Input::named("query", name, &short(value)));
        }
        inputs.extend(
            path_values(&call.operation, path)
                .map(|(name, value)| Input::named("path", name, &short(value))),
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
        return pairs.map(|(name, value)| Input::named("form", name, &short(value))).collect();
    }
    let mut inputs = Vec::new();
    match serde_json::from_str::<Value>(text) {
        Ok(value) => collect(&value, "", 0, &mut inputs),
        Err(_) => inputs.push(Input {
            place: WHOLE_BODY.to_owned(),
            words: format!("body {}", shown_text(text)),
            otherwise: None,
        }),
    }
    inputs
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

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

/// Text in the place of a value that is taken from an answer or from elsewhere: digits, which are right in a text, in a path
/// and as a number.
pub(super) const LINKED: &str = "70730555192746";
/// Characters of a text that is a long one.
const LONG: usize = 100;

/// The place of what is said of a body without fields.
pub(super) const WHOLE_BODY: &str = "body as a whole";
/// Words for a body that is none of the kind that the call says.
pub(super) const NO_JSON: &str = "body is no JSON";

/// The facts of all calls of a test.
pub(super) fn facts(case: &TestCase) -> Vec<Fact> {
    let calls = case.test.calls.iter().enumerate().flat_map(|(index, call)| {
        let inputs = inputs(call).into_iter().filter(|input| !input.words.contains(LINKED));
        inputs.take(MOST_INPUTS).map(move |Input { place, words, otherwise, .. }| Fact {
            kind: Kind::Input,
            place: (index, place),
            words,
            otherwise,
        })
    });
    calls.collect()
}

/// Type of an input's value.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum Type {
    Text,
    Number,
    Truth,
    Null,
    List,
    Object,
    /// A body of some content type.
    Body,
}

/// An input of a call.
pub(super) struct Input {
    pub place: String,
    pub words: String,
    pub otherwise: Option<String>,
    pub kind: Type,
    /// There is nothing in it, or it is a number that is not positive, or a long text.
    pub is_odd: bool,
}

impl Input {
    /// `name=value`, or else `without name`. That a list has fewer items says how many it has, and no path is without
    /// its parameters: they are taken from an answer.
    fn named(place: &str, name: &str, value: &str) -> Self {
        let is_number = value.parse::<f64>();
        let is_odd = is_number.map_or_else(|_| is_odd_text(value), |number| number <= 0.0);
        Self::told(place, name, format!("{name}={value}"), (Type::Text, is_odd))
    }

    /// The input that is told so.
    fn told(place: &str, name: &str, words: String, (kind, is_odd): (Type, bool)) -> Self {
        Self {
            place: format!("{place} {name}"),
            words,
            otherwise: (place != "path" && !name.contains('[')).then(|| format!("without {name}")),
            kind,
            is_odd,
        }
    }

    /// Says of a body that has no fields what it is.
    fn whole(words: String, kind: Type, is_odd: bool) -> Self {
        Self { place: WHOLE_BODY.to_owned(), words, otherwise: None, kind, is_odd }
    }

    /// Tells whether it is a body without any field.
    pub(super) fn is_empty_object(&self) -> bool {
        self.place == WHOLE_BODY && self.kind == Type::Object
    }

    /// Tells whether it stands for what it holds.
    pub(super) fn holds_more(&self) -> bool {
        matches!(self.kind, Type::List | Type::Object)
    }

    /// Says of what type it is: `pages is a text`.
    pub(super) fn as_type(&self) -> String {
        let name = self.place.split_once(' ').map_or("body", |(_, name)| name);
        let name = if self.place == WHOLE_BODY { "body" } else { name };
        let kind = match self.kind {
            Type::Text if self.is_odd => return self.words.clone(),
            Type::Text => "a text",
            Type::Number => "a number",
            Type::Truth => "true or false",
            Type::Null => "null",
            Type::List => "a list",
            Type::Object => "an object",
            Type::Body => return self.words.clone(),
        };
        format!("{name} is {kind}")
    }
}

/// Tells whether a text, as it is shown, is empty or a long one.
fn is_odd_text(shown: &str) -> bool {
    shown.is_empty() || shown == "\"\"" || shown.ends_with(" characters)")
}

/// Lists what a call holds; in place of what is taken from elsewhere stands [`LINKED`].
pub(super) fn inputs(call: &Call) -> Vec<Input> {
    let mut inputs = Vec::new();
    let target = filled(&call.http().target);
    let (path, query) = target.split_once('?').unwrap_or((&target, ""));
    for pair in query.split('&').filter(|pair| !pair.is_empty()) {
        let (name, value) = pair.split_once('=').unwrap_or((pair, ""));
        inputs.push(Input::named("query", &decoded(name), &short(&decoded(value))));
    }
    let path_value =
        |(name, value): (&str, &str)| Input::named("path", name, &short(&decoded(value)));
    inputs.extend(path_values(&call.operation, path).map(path_value));
    if let Some(body) = &call.http().body {
        let kind = Input {
            place: "body".to_owned(),
            words: body.content_type.clone(),
            otherwise: Some("without a body".to_owned()),
            kind: Type::Body,
            is_odd: false,
        };
        inputs.push(kind);
        inputs.extend(in_body(&body.content_type, &filled(&body.text)));
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
                false if text.is_empty() => "body is empty".to_owned(),
                false => format!("body {}", shown_text(text)),
            };
            inputs.push(Input::whole(words, Type::Text, text.is_empty()));
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

/// The value of a field of a JSON body, by its name as inputs have it (`items[2].size`); in place of what is taken from
/// elsewhere stands [`LINKED`].
pub(super) fn sent_json(call: &Call, name: &str) -> Option<Value> {
    let body = call.http().body.as_ref()?;
    let whole: Value = serde_json::from_str(&filled(&body.text)).ok()?;
    let mut at = &whole;
    for field in name.split('.').filter(|field| !field.is_empty()) {
        // Brackets may be part of a name.
        if let Some(value) = at.get(field) {
            at = value;
            continue;
        }
        let mut items = field.split('[');
        let own = items.next().unwrap_or_default();
        at = if own.is_empty() { at } else { at.get(own)? };
        for item in items {
            at = at.get(item.strip_suffix(']')?.parse::<usize>().ok()?)?;
        }
    }
    Some(at.clone())
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
    let is = |words: &str, kind: Type, is_odd: bool| match name {
        "" => Input::whole(format!("body {words}"), kind, is_odd),
        name => Input::told("json", name, format!("{name} {words}"), (kind, is_odd)),
    };
    match value {
        Value::Object(fields) if fields.is_empty() => {
            inputs.push(is("is an empty object", Type::Object, true));
        }
        Value::Object(fields) => {
            // It is there, whatever it holds.
            if !name.is_empty() {
                inputs.push(is("is an object", Type::Object, false));
            }
            if depth >= MOST_DEPTH {
                return;
            }
            for (key, value) in fields {
                let below = if name.is_empty() { key.clone() } else { format!("{name}.{key}") };
                collect(value, &below, depth + 1, inputs);
            }
        }
        Value::Array(list) if list.is_empty() => inputs.push(is("is empty", Type::List, true)),
        Value::Array(list) => {
            inputs.push(is(&format!("has {}", items(list.len())), Type::List, false));
            if depth >= MOST_DEPTH {
                return;
            }
            for (index, item) in list.iter().take(MOST_ITEMS).enumerate() {
                collect(item, &format!("{name}[{index}]"), depth + 1, inputs);
            }
        }
        scalar => inputs.extend(shown(scalar).map(|shown| of_scalar(scalar, name, &shown))),
    }
}

/// The input of a field of a JSON body that stands too deep or too far in a list to be among [`inputs`].
pub(super) fn input_far_in(call: &Call, name: &str) -> Option<Input> {
    let value = sent_json(call, name).filter(|_| !name.is_empty())?;
    let mut found = Vec::new();
    collect(&value, name, MOST_DEPTH, &mut found);
    found.into_iter().next()
}

/// The input that a text, a number or the like is.
fn of_scalar(value: &Value, name: &str, shown: &str) -> Input {
    let (kind, is_odd) = match value {
        Value::String(text) => (Type::Text, text.is_empty() || text.chars().count() > LONG),
        Value::Number(number) => (Type::Number, number.as_f64().is_some_and(|size| size <= 0.0)),
        Value::Bool(_) => (Type::Truth, false),
        Value::Null | Value::Array(_) | Value::Object(_) => (Type::Null, false),
    };
    match name {
        "" => Input::whole(format!("body {shown}"), kind, is_odd),
        name => Input::told("json", name, format!("{name}={shown}"), (kind, is_odd)),
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

/// The text of parts, with [`LINKED`] in place of what is taken from elsewhere.
pub(super) fn filled(parts: &[Part]) -> String {
    let texts = parts.iter().map(|part| match part {
        Part::Text(text) => text.as_str(),
        Part::FromResponse { .. }
        | Part::FromSetup { .. }
        | Part::Credential { .. }
        | Part::Written { .. } => LINKED,
    });
    texts.collect()
}

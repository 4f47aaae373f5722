//! What answers say.

use serde_json::Value;

use super::fact::{
    Fact, Kind, fault_sentence, items, sentence, shown, shown_text, without_pattern,
};
use crate::suite::TestCase;
use crate::{BodyExpectation, Expectation, JsonExpectation};

/// Fields in which APIs say what is wrong.
const MESSAGES: [&str; 10] = [
    "message",
    "msg",
    "error",
    "detail",
    "details",
    "errors",
    "problems",
    "reason",
    "description",
    "title",
];
/// Fields in which they say of what.
const OF_WHAT: [&str; 4] = ["path", "param", "field", "property"];
/// Fields of one answer that are looked at.
const MOST_FIELDS: usize = 40;

/// The facts of all answers of a test, and those of its faults.
pub(super) fn facts(case: &TestCase) -> Vec<Fact> {
    let mut facts = Vec::new();
    let words = case.faults.iter().map(|fault| fault.words.as_str());
    let faults: Vec<&str> = words.filter(|words| !is_status_alone(words)).collect();
    if let Some(first) = faults.first() {
        let more = faults.iter().skip(1).filter(|words| *words != first).count();
        let more = if more > 0 { format!(" (and {more} more)") } else { String::new() };
        facts.push(Fact {
            kind: Kind::Fault,
            place: (0, String::new()),
            words: format!("{}{more}", fault_sentence(first)),
            otherwise: None,
        });
    }
    for (index, (_, expectation)) in case.test.calls.iter().zip(&case.expectations).enumerate() {
        let Expectation::Answer(answer) = expectation else { continue };
        let failed = answer.status.is_some_and(|status| status >= 400);
        let mut add = |kind, place: &str, words: String| {
            let place = (index, place.to_owned());
            facts.push(Fact { kind, place, words, otherwise: None });
        };
        if failed && let Some(message) = message(&answer.body) {
            add(Kind::Message, "", sentence(without_pattern(&message)));
            continue;
        }
        match &answer.body {
            BodyExpectation::Json(json) => {
                let mut fields = Vec::new();
                collect(json, "", &mut fields);
                for (place, words) in fields.into_iter().take(MOST_FIELDS) {
                    add(Kind::Answer, &place, words);
                }
            }
            BodyExpectation::Text { text, whole: true } if !text.is_empty() => {
                add(Kind::Answer, "text", format!("answers {}", shown_text(text)));
            }
            BodyExpectation::Text { text, whole: true } if text.is_empty() => {
                add(Kind::Answer, "text", "an empty answer".to_owned());
            }
            BodyExpectation::Text { .. } | BodyExpectation::Page(_) | BodyExpectation::Anything => {
            }
        }
        if let Some(content_type) = &answer.content_type {
            add(Kind::Type, "type", content_type.clone());
        }
    }
    facts
}

/// Tells whether the words of a fault say no more than the status: `answers 500`.
fn is_status_alone(words: &str) -> bool {
    let status = words.strip_prefix("answers ");
    status.is_some_and(|status| status.bytes().all(|byte| byte.is_ascii_digit()))
}

/// What a body says is wrong.
fn message(body: &BodyExpectation) -> Option<String> {
    let text = match body {
        BodyExpectation::Json(json) => message_in(json, 0)?,
        BodyExpectation::Text { text, .. } if !text.trim_start().starts_with('<') => text.clone(),
        BodyExpectation::Text { .. } | BodyExpectation::Page(_) | BodyExpectation::Anything => {
            return None;
        }
    };
    (!text.trim().is_empty()).then_some(text)
}

fn message_in(json: &JsonExpectation, depth: usize) -> Option<String> {
    if depth > 3 {
        return None;
    }
    match json {
        JsonExpectation::Value(Value::String(text)) | JsonExpectation::Prefix(text) => {
            Some(text.clone())
        }
        JsonExpectation::Array { items, .. } => {
            let said: Vec<&str> = items.iter().map_while(text).collect();
            match said.len() == items.len() {
                true if !said.is_empty() => Some(said.join(", ")),
                _ => message_in(items.first()?, depth + 1),
            }
        }
        JsonExpectation::Object { fields, .. } => MESSAGES.iter().find_map(|name| {
            let (_, field) = fields.iter().find(|(key, _)| key == name)?;
            if *name == "errors"
                && let JsonExpectation::Object { fields, .. } = field
            {
                return by_field(fields, depth + 1);
            }
            let message = message_in(field, depth + 1)?;
            let of = of_what(fields).filter(|of| depth > 0 && !message.contains(of));
            Some(of.map_or_else(|| message.clone(), |of| format!("{of}: {message}")))
        }),
        JsonExpectation::Value(_)
        | JsonExpectation::Kind(_)
        | JsonExpectation::SameAs { .. }
        | JsonExpectation::Anything { .. } => None,
    }
}

/// The text that is expected, if it is one, and all of it.
fn text(json: &JsonExpectation) -> Option<&str> {
    match json {
        JsonExpectation::Value(Value::String(text)) => Some(text),
        _ => None,
    }
}

/// The first of errors that stand by the name of what they are of: `title can't be blank`.
fn by_field(fields: &[(String, JsonExpectation)], depth: usize) -> Option<String> {
    fields.iter().find_map(|(name, field)| {
        let message = message_in(field, depth)?;
        Some(if message.contains(name.as_str()) { message } else { format!("{name} {message}") })
    })
}

/// The input that an error names beside its message.
fn of_what(fields: &[(String, JsonExpectation)]) -> Option<&str> {
    fields.iter().find_map(|(name, field)| match field {
        JsonExpectation::Value(Value::String(text)) if OF_WHAT.contains(&name.as_str()) => {
            Some(text.as_str())
        }
        _ => None,
    })
}

/// Scalars and lengths of lists, by their places.
fn collect(json: &JsonExpectation, place: &str, found: &mut Vec<(String, String)>) {
    let says = |words: String| if place.is_empty() { words } else { format!("{place} is {words}") };
    match json {
        JsonExpectation::Value(value) => {
            found.extend(shown(value).map(|words| (place.to_owned(), says(words))));
        }
        JsonExpectation::Array { length, .. } => {
            let words = match place {
                "" => items(*length),
                place => format!("{place} has {}", items(*length)),
            };
            found.push((place.to_owned(), words));
        }
        JsonExpectation::Object { fields, .. } => {
            for (name, field) in fields {
                let below = if place.is_empty() { name.clone() } else { format!("{place}.{name}") };
                collect(field, &below, found);
            }
        }
        JsonExpectation::Prefix(_)
        | JsonExpectation::Kind(_)
        | JsonExpectation::SameAs { .. }
        | JsonExpectation::Anything { .. } => {}
    }
}

//! Answers as what a test sets up: `services.reply("https://api.example", "GET", "/users/*", 200, { name: "Ann" })`.

use nearmiss_search::{Action, GeneValue, json_text};
use serde_json::Value;

use super::endpoint::{BODY, Endpoint, FAULT, HEADERS, STATUS};
use crate::{Part, Setup};

/// Status in the place of one that no answer can have.
const NO_STATUS: i64 = 500;
/// Longest value of a header.
const LONGEST_HEADER: usize = 500;

/// Answers a value without halves of letters, which no text on the wire can have.
fn whole(value: &GeneValue) -> GeneValue {
    let text = |units: &[u16]| GeneValue::text(&String::from_utf16_lossy(units));
    match value {
        GeneValue::Text(units) => text(units),
        GeneValue::List(items) => GeneValue::List(items.iter().map(whole).collect()),
        GeneValue::Record(fields) => {
            let fields = fields.iter().map(|(name, value)| (name.clone(), whole(value)));
            GeneValue::Record(fields.collect())
        }
        other => other.clone(),
    }
}

/// Answers a value of a header as it can stand on its line; nothing for one that is not there.
fn header(value: &GeneValue) -> Option<GeneValue> {
    let text = match value {
        GeneValue::Absent | GeneValue::Null => return None,
        GeneValue::Text(units) => String::from_utf16_lossy(units),
        other => json_text(&whole(other)),
    };
    let fits = |letter: &char| matches!(letter, ' '..='~');
    let text: String = text.chars().filter(fits).take(LONGEST_HEADER).collect();
    Some(GeneValue::text(text.trim()))
}

/// Answers the headers of an answer; nothing where there are none.
fn headers(action: &Action) -> Option<GeneValue> {
    let GeneValue::Record(fields) = action.genes.get(HEADERS)?.value() else { return None };
    let fields = fields.iter().filter_map(|(name, value)| Some((name.clone(), header(value)?)));
    let fields: Vec<_> = fields.collect();
    (!fields.is_empty()).then_some(GeneValue::Record(fields))
}

/// Makes the setup of an answer, or of what goes wrong in its place.
pub(super) fn setup_of(endpoint: &Endpoint, action: &Action) -> Option<Setup> {
    let text = |text: &str| Value::from(text).to_string();
    let mut arguments = vec![text(&endpoint.origin), text(&endpoint.method), text(&endpoint.path)];
    let fault = action.genes.get(FAULT).map(nearmiss_search::gene::Gene::value);
    let function = if let Some(kind @ GeneValue::Text(_)) = fault {
        arguments.push(json_text(&kind));
        "fail"
    } else {
        let status = match action.genes.get(STATUS)?.value() {
            GeneValue::Integer(status @ 200..=599) => status,
            _ => NO_STATUS,
        };
        arguments.push(status.to_string());
        let body = action.genes.get(BODY)?.value();
        let headers = headers(action);
        if body != GeneValue::Absent {
            arguments.push(json_text(&whole(&body)));
        } else if headers.is_some() {
            // No body.
            arguments.push(text(""));
        }
        arguments.extend(headers.as_ref().map(json_text));
        "reply"
    };
    Some(Setup {
        kind: "services".to_owned(),
        function: function.to_owned(),
        arguments: arguments.into_iter().map(|text| vec![Part::Text(text)]).collect(),
    })
}

//! Answers as what a test sets up: `services.reply("https://api.example", "GET", "/users/*", 200, { name: "Ann" })`.

use nearmiss_search::{Action, GeneValue, json_text};
use serde_json::Value;

use super::endpoint::{BODY, Endpoint, STATUS};
use crate::{Part, Setup};

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

/// Makes the setup of an answer.
pub(super) fn setup_of(endpoint: &Endpoint, action: &Action) -> Option<Setup> {
    let text = |text: &str| Value::from(text).to_string();
    let mut arguments = vec![text(&endpoint.origin), text(&endpoint.method), text(&endpoint.path)];
    arguments.push(json_text(&action.genes.get(STATUS)?.value()));
    let body = action.genes.get(BODY)?.value();
    if body != GeneValue::Absent {
        arguments.push(json_text(&whole(&body)));
    }
    Some(Setup {
        kind: "services".to_owned(),
        function: "reply".to_owned(),
        arguments: arguments.into_iter().map(|text| vec![Part::Text(text)]).collect(),
    })
}

//! Answers as what a test sets up: `services.reply("https://api.example", "GET", "/users/*", 200, { name: "Ann" })`.

use nearmiss_search::{Action, GeneValue, json_text};
use serde_json::Value;

use super::endpoint::{BODY, Endpoint, STATUS};
use crate::{Part, Setup};

/// Makes the setup of an answer.
pub(super) fn setup_of(endpoint: &Endpoint, action: &Action) -> Option<Setup> {
    let text = |text: &str| Value::from(text).to_string();
    let mut arguments = vec![text(&endpoint.origin), text(&endpoint.method), text(&endpoint.path)];
    arguments.push(json_text(&action.genes.get(STATUS)?.value()));
    let body = action.genes.get(BODY)?.value();
    if body != GeneValue::Absent {
        arguments.push(json_text(&body));
    }
    Some(Setup {
        kind: "services".to_owned(),
        function: "reply".to_owned(),
        arguments: arguments.into_iter().map(|text| vec![Part::Text(text)]).collect(),
    })
}

//! What the oracles share that look at incidents in the SUT's process.

use nearmiss_search::Fault;

use super::{ALL, JudgedTest};
use crate::Incident;

/// What is watched for the sake of what is written, not of an oracle: signatures stand in nothing.
const SIGNATURES: &str = "signatures";

/// Names of the oracles that are on and need the process to be watched, and of what is watched without one.
#[must_use]
pub fn watched_oracles(without: &[String]) -> Vec<String> {
    let names = ALL.iter().filter(|oracle| !oracle.sees_answers_only()).map(|oracle| oracle.name());
    let on = names.filter(|name| !without.iter().any(|off| off == name));
    on.chain([SIGNATURES]).map(str::to_owned).collect()
}

/// A fault for each incident of the test that is a kind of `kinds`, at its call and place.
pub(super) fn faults(
    test: &JudgedTest<'_>,
    code: u32,
    kinds: &[&str],
    message: impl Fn(&Incident) -> String,
) -> Vec<(usize, Fault)> {
    let mut found: Vec<(usize, Fault)> = Vec::new();
    for incident in test.incidents.iter().filter(|one| kinds.contains(&one.kind.as_str())) {
        let Some(call) = test.calls.get(incident.action) else { continue };
        let fault = Fault {
            code,
            operation: call.operation.name.to_string(),
            place: incident.place.clone(),
            message: message(incident),
        };
        if !found.iter().any(|(_, known)| *known == fault) {
            found.push((incident.action, fault));
        }
    }
    found
}

/// ` at src/a.ts:12`, or nothing where the place is not known.
pub(super) fn at(place: &str) -> String {
    if place.is_empty() { String::new() } else { format!(" at {place}") }
}

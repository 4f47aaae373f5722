//! Why the last call of a test is refused, or what is wrong with the API.

use std::collections::{BTreeMap, BTreeSet};

use super::differences::status_of;
use super::fact::{Fact, Kind, without_pattern};
use super::input_facts::{self, NO_JSON};
use super::{Samples, is_success, subject};
use super::{answer_facts, caused};
use crate::suite::TestCase;

/// Messages of answers that say no more than their status.
const SAY_NOTHING: [&str; 24] = [
    "bad request",
    "conflict",
    "error",
    "failed",
    "forbidden",
    "forbidden resource",
    "internal server error",
    "invalid",
    "invalid input",
    "invalid request",
    "invalid value",
    "method not allowed",
    "not acceptable",
    "not allowed",
    "not found",
    "payload too large",
    "request failed",
    "unauthorised",
    "unauthorized",
    "unprocessable content",
    "unprocessable entity",
    "unsupported media type",
    "validation error",
    "validation failed",
];
/// Beginning of the words of a fault that say where in the code it is, which stands above the test.
const IN_CODE: &str = "thrown at ";

/// Lists the words with which the name of a test tells why it is answered so: those of the answer or of the fault, and
/// what differs from calls that are answered otherwise where those say little. `vague`: messages that say little wherever
/// something else is known ([`vague_messages`]).
pub(super) fn reasons(
    case: &TestCase,
    samples: &Samples<'_>,
    vague: &BTreeSet<String>,
) -> Vec<String> {
    let facts = answer_facts::facts(case);
    let about = subject(case);
    if let Some(fault) = facts.iter().find(|fact| fact.kind == Kind::Fault) {
        let words = without_pattern(&fault.words).to_owned();
        let differs = samples.reasons(case, "");
        let is_of_code = words.starts_with(IN_CODE);
        return if is_of_code && !differs.is_empty() { differs } else { vec![words] };
    }
    if is_success(case.expectations.get(about)) {
        return Vec::new();
    }
    let said = message(facts, about).filter(|words| {
        let said = words.trim_end_matches(['.', '!']).to_lowercase();
        let is_vague = vague.contains(words) && caused(case).is_some();
        !is_vague && !SAY_NOTHING.contains(&said.as_str())
    });
    if said.as_ref().is_some_and(|words| words.contains(' ')) {
        return said.into_iter().collect();
    }
    // These statuses say it, whatever else is odd in the call.
    let of_form = status_of(case, about).filter(|status| matches!(status, 413 | 415));
    if let Some(status) = of_form
        && let Some(call) = case.test.calls.get(about)
        && let Some(words) = caused::of_form(call, status)
    {
        return said.into_iter().chain([words]).collect();
    }
    if is_looked_into(case) {
        let says_otherwise = said.as_ref().is_some_and(|said| samples.names_another(case, said));
        let caused = caused(case).filter(|_| !says_otherwise);
        return said.into_iter().chain(caused).collect();
    }
    if case.test.calls.get(about).is_some_and(input_facts::is_malformed) {
        return said.into_iter().chain([NO_JSON.to_owned()]).collect();
    }
    let differs = samples.reasons(case, said.as_deref().unwrap_or_default());
    said.into_iter().chain(differs).collect()
}

/// Answers what the call says that a test is about.
fn message(facts: Vec<Fact>, about: usize) -> Option<String> {
    let mut messages = facts.into_iter().filter(|fact| fact.kind == Kind::Message);
    let said = messages.find(|fact| fact.place.0 == about)?;
    Some(without_pattern(&said.words).to_owned())
}

/// Refusals in one message.
#[derive(Default)]
struct Refusals {
    statuses: BTreeSet<u16>,
    operations: BTreeSet<String>,
    causes: BTreeSet<String>,
}

/// Finds messages with which calls are refused with more than one status, or calls of several operations for more than
/// one reason: `An error has occurred`.
pub(super) fn vague_messages(cases: &[TestCase]) -> BTreeSet<String> {
    let mut refusals: BTreeMap<String, Refusals> = BTreeMap::new();
    for case in cases {
        let about = subject(case);
        let Some(said) = message(answer_facts::facts(case), about) else { continue };
        let known = refusals.entry(said).or_default();
        known.statuses.extend(status_of(case, about));
        known.operations.extend(case.test.calls.get(about).map(|call| call.operation.to_string()));
        known.causes.extend(caused(case));
    }
    refusals.retain(|_, known| {
        let is_of_all = known.operations.len() > 1 && known.causes.len() > 1;
        known.statuses.len() > 1 || is_of_all
    });
    refusals.into_keys().collect()
}

/// Tells whether it was tried to find out why the last call of a test is refused.
fn is_looked_into(case: &TestCase) -> bool {
    case.cause.is_some() && subject(case) + 1 == case.test.calls.len()
}

/// Says why the last call of a test is refused, as far as that was found out.
pub(super) fn caused(case: &TestCase) -> Option<String> {
    let about = subject(case);
    let cause = case.cause.as_ref().filter(|_| is_looked_into(case))?;
    caused::words(cause, case.test.calls.get(about)?, status_of(case, about)?)
}

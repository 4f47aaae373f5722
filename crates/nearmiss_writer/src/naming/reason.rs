//! Why the last call of a test is refused, or what is wrong with the API.

use nearmiss_problem::OperationName;

use super::answer_facts;
use super::fact::{Kind, without_pattern};
use super::input_facts::{self, NO_JSON};
use crate::Expectation;
use crate::suite::TestCase;

/// Messages of answers that say no more than their status.
const SAY_NOTHING: [&str; 10] = [
    "bad request",
    "conflict",
    "error",
    "forbidden",
    "internal server error",
    "invalid",
    "not found",
    "unauthorized",
    "unprocessable content",
    "unprocessable entity",
];

/// The reason that the name of a test tells, if there is one.
pub(super) fn reason(case: &TestCase) -> Option<String> {
    let facts = answer_facts::facts(case);
    if let Some(fault) = facts.iter().find(|fact| fact.kind == Kind::Fault) {
        return Some(without_pattern(&fault.words).to_owned());
    }
    let last = case.test.calls.len().checked_sub(1)?;
    let Some(Expectation::Answer(answer)) = case.expectations.get(last) else { return None };
    let status = answer.status.filter(|status| *status >= 400)?;
    let said = facts.into_iter().find(|fact| fact.kind == Kind::Message && fact.place.0 == last);
    let says = |words: &String| {
        let words = words.trim_end_matches(['.', '!']).to_lowercase();
        !SAY_NOTHING.contains(&words.as_str())
    };
    let said = said.map(|fact| without_pattern(&fact.words).to_owned()).filter(says);
    let is_malformed = || input_facts::is_malformed(&case.test.calls[last]);
    said.or_else(|| is_malformed().then(|| NO_JSON.to_owned())).or_else(|| {
        let path = OperationName::parts_of(&case.test.calls[last].operation).1;
        let name = path.split('/').rev().find_map(|segment| {
            segment.strip_prefix('{')?.strip_suffix('}').filter(|name| is_name(name))
        });
        name.filter(|_| status == 404).map(|name| format!("unknown {name}"))
    })
}

fn is_name(name: &str) -> bool {
    name.chars().all(|letter| letter.is_alphanumeric() || letter == '_' || letter == '-')
}

//! Why the last call of a test is refused, or what is wrong with the API.

use nearmiss_problem::OperationName;

use super::answer_facts;
use super::fact::Kind;
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
        return Some(fault.words.clone());
    }
    let last = case.test.calls.len().checked_sub(1)?;
    let Some(Expectation::Answer(answer)) = case.expectations.get(last) else { return None };
    let status = answer.status.filter(|status| *status >= 400)?;
    let said = facts.into_iter().find(|fact| fact.kind == Kind::Message && fact.place.0 == last);
    let says = |words: &String| {
        let words = words.trim_end_matches(['.', '!']).to_lowercase();
        !SAY_NOTHING.contains(&words.as_str())
    };
    said.map(|fact| without_pattern(&fact.words).to_owned()).filter(says).or_else(|| {
        let path = OperationName::parts_of(&case.test.calls[last].operation).1;
        let name = path.split('/').rev().find_map(|segment| {
            segment.strip_prefix('{')?.strip_suffix('}').filter(|name| is_name(name))
        });
        name.filter(|_| status == 404).map(|name| format!("unknown {name}"))
    })
}

/// The words before a regular expression that an API names in its message; all of them where there is none.
fn without_pattern(words: &str) -> &str {
    let starts = ["^", "\\d", "\\w", "\\s", "[^", "(?"];
    let first = starts.iter().filter_map(|start| words.find(start)).min();
    let kept = first
        .map_or(words, |at| words[..at].trim_end_matches([' ', '/', '"', '\'', '`', '(', ':']));
    if kept.is_empty() { words } else { kept }
}

fn is_name(name: &str) -> bool {
    name.chars().all(|letter| letter.is_alphanumeric() || letter == '_' || letter == '-')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pattern_is_no_part_of_a_reason() {
        assert_eq!(without_pattern("email must match ^[^@ ]+$"), "email must match");
        assert_eq!(without_pattern(r#"code fails to match /\d{3}/"#), "code fails to match");
        assert_eq!(without_pattern("the title is missing"), "the title is missing");
        assert_eq!(without_pattern("^a$"), "^a$");
    }
}

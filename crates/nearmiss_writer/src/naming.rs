//! Names of tests: what was called and what came back.

use std::collections::HashSet;

use nearmiss_problem::{HttpCall, Step};

use crate::Expectation;

/// Calls that are named; the rest is counted.
const NAMED_CALLS: usize = 4;

/// `POST /books 201, GET /books/{id} 200`.
#[must_use]
pub fn test_name(steps: &[Step], expectations: &[Expectation]) -> String {
    // One user for all calls is named once, at the end.
    let first = steps.first().and_then(|Step::Http(call)| call.user.as_deref());
    let one = first.filter(|_| steps.iter().all(|Step::Http(call)| call.user.as_deref() == first));
    if let Some(user) = one {
        let mut nobody = steps.to_vec();
        nobody.iter_mut().for_each(|Step::Http(call)| call.user = None);
        return format!("{} as {user}", test_name(&nobody, expectations));
    }
    let said = |index: usize, call: &HttpCall| {
        let by = call.user.as_ref().map(|user| format!(" as {user}")).unwrap_or_default();
        format!("{} {}{by}", operation_words(call), fate_word(expectations.get(index)))
    };
    let calls = steps.iter().enumerate().map(|(index, Step::Http(call))| said(index, call));
    let mut words: Vec<String> = calls.take(NAMED_CALLS).collect();
    // What a test of many calls is about is mostly its last one.
    if steps.len() > NAMED_CALLS {
        words.truncate(NAMED_CALLS - 1);
        let hidden = steps.len() - NAMED_CALLS;
        let Step::Http(last) = &steps[steps.len() - 1];
        let last = said(steps.len() - 1, last);
        let calls = if hidden == 1 { "call" } else { "calls" };
        return format!("{}, {hidden} more {calls}, {last}", words.join(", "));
    }
    words.join(", ")
}

/// `GET:/books/{id}` as people say it: `GET /books/{id}`.
pub(crate) fn operation_words(call: &HttpCall) -> String {
    call.operation.replacen(':', " ", 1)
}

fn fate_word(expectation: Option<&Expectation>) -> String {
    match expectation {
        Some(Expectation::Answer(answer)) => {
            answer.status.map_or_else(|| "any status".to_owned(), |status| status.to_string())
        }
        Some(Expectation::Timeout) => "timeout".to_owned(),
        Some(Expectation::Broken) => "broken connection".to_owned(),
        Some(Expectation::Unstable { .. }) | None => "unstable".to_owned(),
    }
}

/// Numbers what occurs again: `a`, `a (2)`, `a (3)`.
#[must_use]
pub fn unique_names(names: Vec<String>) -> Vec<String> {
    let mut taken = HashSet::new();
    let unique = names.into_iter().map(|name| {
        let mut candidate = name.clone();
        let mut n = 2;
        while !taken.insert(candidate.clone()) {
            candidate = format!("{name} ({n})");
            n += 1;
        }
        candidate
    });
    unique.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_occur_again_are_numbered() {
        let names = ["a", "a", "a (2)", "b", "a"].map(str::to_owned).to_vec();
        assert_eq!(unique_names(names), ["a", "a (2)", "a (2) (2)", "b", "a (3)"]);
    }
}

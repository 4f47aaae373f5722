//! Names of tests: what was called and what came back, and of tests that are alike in that what else
//! tells them apart.

mod answer_facts;
mod apart;
mod fact;
mod input_facts;

use std::collections::{BTreeMap, HashSet};

use nearmiss_problem::Call;

use crate::Expectation;
use crate::suite::TestCase;

/// Calls that are named; the rest is counted.
const NAMED_CALLS: usize = 4;

/// `POST /books 201, GET /books/{id} 200`.
#[must_use]
pub fn test_name(steps: &[Call], expectations: &[Expectation]) -> String {
    // One user for all calls is named once, at the end.
    let first = steps.first().and_then(|call| call.user.as_deref());
    let one = first.filter(|_| steps.iter().all(|call| call.user.as_deref() == first));
    if let Some(user) = one {
        let mut nobody = steps.to_vec();
        nobody.iter_mut().for_each(|call| call.user = None);
        return format!("{} as {user}", test_name(&nobody, expectations));
    }
    let said = |index: usize, call: &Call| {
        let by = call.user.as_ref().map(|user| format!(" as {user}")).unwrap_or_default();
        format!("{} {}{by}", operation_words(call), fate_word(expectations.get(index)))
    };
    let calls = steps.iter().enumerate().map(|(index, call)| said(index, call));
    let mut words: Vec<String> = calls.take(NAMED_CALLS).collect();
    // What a test of many calls is about is mostly its last one.
    if steps.len() > NAMED_CALLS {
        words.truncate(NAMED_CALLS - 1);
        let hidden = steps.len() - NAMED_CALLS;
        let last = &steps[steps.len() - 1];
        let last = said(steps.len() - 1, last);
        let calls = if hidden == 1 { "call" } else { "calls" };
        return format!("{}, {hidden} more {calls}, {last}", words.join(", "));
    }
    words.join(", ")
}

/// `GET:/books/{id}` as people say it: `GET /books/{id}`.
pub(crate) fn operation_words(call: &Call) -> String {
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

/// A name for each test; no name occurs twice.
#[must_use]
pub fn names(cases: &[TestCase]) -> Vec<String> {
    let mut names: Vec<String> = Vec::with_capacity(cases.len());
    let mut alike: BTreeMap<String, Vec<usize>> = BTreeMap::new();
    for (index, case) in cases.iter().enumerate() {
        if case.name.is_empty() {
            let name = test_name(&case.test.calls, &case.expectations);
            alike.entry(name.clone()).or_default().push(index);
            names.push(name);
        } else {
            names.push(case.name.clone());
        }
    }
    for group in alike.into_values().filter(|group| group.len() > 1) {
        let members: Vec<&TestCase> = group.iter().map(|index| &cases[*index]).collect();
        for (index, words) in group.iter().zip(apart::told_apart(&members)) {
            if !words.is_empty() {
                names[*index] = format!("{}: {}", names[*index], words.join(", "));
            }
        }
    }
    unique_names(names)
}

/// Numbers what occurs again: `a`, `a (2)`, `a (3)`.
fn unique_names(names: Vec<String>) -> Vec<String> {
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
mod tests;

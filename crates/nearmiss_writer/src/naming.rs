//! Names of tests: what was called and what came back, and of tests that are alike in that what else
//! tells them apart, and why a call is refused.

mod answer_facts;
mod apart;
mod fact;
mod input_facts;
mod reason;

use std::collections::{BTreeMap, HashSet};

use nearmiss_problem::{Call, Part};

use crate::Expectation;
use crate::suite::TestCase;

/// Calls that are named; the rest is counted.
const NAMED_CALLS: usize = 4;
/// Characters of a path that are named.
const LONGEST_PATH: usize = 60;

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

/// `GET:/books/{id}` as people say it: `GET /books/{id}`; of a path that nobody has named so, what is sent.
pub(crate) fn operation_words(call: &Call) -> String {
    let path = match call.operation.is_of_people() {
        true => call.operation.path().to_owned(),
        false => sent_path(call),
    };
    format!("{} {path}", call.operation.verb())
}

/// The path that a call is sent to; `{id}` where that is taken from another answer.
fn sent_path(call: &Call) -> String {
    let text = |part: &Part| match part {
        Part::Text(text) => text.clone(),
        Part::FromResponse { .. }
        | Part::FromSetup { .. }
        | Part::Credential { .. }
        | Part::Written { .. } => "{id}".to_owned(),
    };
    let target: String = call.http().target.iter().map(text).collect();
    let path = target.split('?').next().unwrap_or_default();
    match path.char_indices().nth(LONGEST_PATH) {
        Some((end, _)) => format!("{}...", &path[..end]),
        None => path.to_owned(),
    }
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
    let mut words: Vec<Vec<String>> = vec![Vec::new(); cases.len()];
    for group in alike.values().filter(|group| group.len() > 1) {
        let members: Vec<&TestCase> = group.iter().map(|index| &cases[*index]).collect();
        for (index, told) in group.iter().zip(apart::told_apart(&members)) {
            words[*index] = told;
        }
    }
    for index in alike.into_values().flatten() {
        let told = &mut words[index];
        if let Some(reason) = reason::reason(&cases[index]).filter(|reason| !told.contains(reason))
        {
            told.insert(0, reason);
        }
        if !told.is_empty() {
            names[index] = format!("{}: {}", names[index], told.join(", "));
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

//! Refusals by one check that stands before many operations: of which the suite shows a few.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::PoisonError;

use nearmiss_runner::{SearchWords, TargetRegistry};
use nearmiss_targets::TargetId;
use nearmiss_writer::{Expectation, TestCase};

use super::Expected;
use super::invented::is_refusal;

/// Operations of which it is shown that they refuse for one reason.
const SHOWN: usize = 3;
/// Refusals that each operation has to show by itself: who may call it, and what is not there.
const OWN: [u16; 3] = [401, 403, 404];

/// Leaves out tests of one call that is refused in the same words as calls of [`SHOWN`] other operations are, where
/// such a test shows nothing of its own but that its operation refuses, too.
#[must_use]
pub fn with_few_alike(mut expected: Expected, words: &SearchWords) -> Expected {
    let registry = words.registry.lock().unwrap_or_else(PoisonError::into_inner);
    let covered: Vec<&[TargetId]> =
        expected.kept.iter().map(|kept| kept.covered.as_slice()).collect();
    let stays = staying(&expected.suite.cases, &covered, &registry);
    expected.keep(&stays);
    expected
}

/// Tells of each test whether it stays.
fn staying(cases: &[TestCase], covered: &[&[TargetId]], registry: &TargetRegistry) -> Vec<bool> {
    let mut times: BTreeMap<TargetId, u32> = BTreeMap::new();
    for target in covered.iter().copied().flatten() {
        *times.entry(*target).or_default() += 1;
    }
    let mut groups: BTreeMap<String, Vec<usize>> = BTreeMap::new();
    for (index, case) in cases.iter().enumerate() {
        if let Some(reason) = reason(case) {
            groups.entry(reason).or_default().push(index);
        }
    }
    let mut stays = vec![true; cases.len()];
    for group in groups.into_values() {
        // A test that covers a target of its own stays, and stands for the others.
        let is_needed = |index: &usize, times: &BTreeMap<TargetId, u32>| {
            let own = covered[*index].iter().filter(|target| times.get(target) == Some(&1));
            !own.filter_map(|target| registry.name(*target)).all(|key| is_refusal(&key))
        };
        let operation = |index: &usize| &*cases[*index].test.calls[0].operation;
        let mut shown: BTreeSet<&str> =
            group.iter().filter(|index| is_needed(index, &times)).map(operation).collect();
        for index in group {
            if is_needed(&index, &times) || shown.contains(operation(&index)) {
                continue;
            }
            if shown.len() < SHOWN {
                shown.insert(operation(&index));
                continue;
            }
            stays[index] = false;
            for target in covered[index] {
                *times.entry(*target).or_default() -= 1;
            }
        }
    }
    stays
}

/// The words of an answer that refuses the one call of a test, which is asked for nothing else.
fn reason(case: &TestCase) -> Option<String> {
    let ([call], [Expectation::Answer(answer)]) = (&case.test.calls[..], &case.expectations[..])
    else {
        return None;
    };
    let status =
        answer.status.filter(|status| (400..500).contains(status) && !OWN.contains(status));
    let is_plain = case.faults.is_empty() && case.comments.is_empty() && !case.ends_api;
    let is_known = is_plain && case.test.setup.is_empty() && call.operation.is_of_people();
    let reason = (status.filter(|_| is_known)?, &answer.content_type, &answer.body);
    serde_json::to_string(&reason).ok()
}

#[cfg(test)]
mod tests {
    use nearmiss_problem::{CallOutcome, HttpResponse, Test};
    use nearmiss_writer::CaseKind;
    use serde_json::json;

    use super::*;

    fn case(operation: &str, status: u16) -> TestCase {
        let request = json!({ "method": "GET", "target": [], "headers": [], "body": null });
        let call = json!({ "operation": operation, "request": { "Http": request } });
        let body = b"no number".to_vec();
        let answer = HttpResponse { status, headers: Vec::new(), body, truncated: false };
        let outcome = CallOutcome::Response(answer);
        TestCase {
            name: String::new(),
            kind: CaseKind::ClientError,
            test: Test::of_calls(vec![serde_json::from_value(call).unwrap()]),
            expectations: vec![Expectation::from_runs(&outcome, &outcome)],
            ends_api: false,
            comments: Vec::new(),
            faults: Vec::new(),
            cause: None,
        }
    }

    #[test]
    fn of_one_check_before_many_operations_a_few_are_shown() {
        let mut registry = TargetRegistry::default();
        let line = registry.key("Line_src/check.js_00007");
        let operations = ["GET:/a", "GET:/b", "GET:/c", "GET:/d", "GET:/e", "GET:/f"];
        let own: Vec<TargetId> =
            operations.iter().map(|name| registry.key(&format!("Status_{name}_400"))).collect();
        let branch = registry.key("Line_src/f.js_00009");
        let mut covered: Vec<Vec<TargetId>> = own.iter().map(|own| vec![line, *own]).collect();
        covered[5].push(branch);
        let covered: Vec<&[TargetId]> = covered.iter().map(Vec::as_slice).collect();
        let stays = |status| {
            let cases = operations.map(|operation| case(operation, status));
            staying(&cases, &covered, &registry)
        };
        assert_eq!(stays(400), [true, true, false, false, false, true], "the last has its own");
        assert_eq!(stays(401), [true; 6], "each says who may call it");
        let cases: Vec<_> = operations[..3].iter().map(|operation| case(operation, 400)).collect();
        assert_eq!(staying(&cases, &covered[..3], &registry), [true; 3]);
    }
}

//! Tests whose calls another test makes, too, and asserts in the same way.

use nearmiss_writer::TestCase;

use super::{Expected, Kept};

/// Leaves out each test that makes no other calls than one does that reads behind them what they did, and that covers
/// nothing which that one does not.
#[must_use]
pub fn without_contained(mut expected: Expected) -> Expected {
    let stays: Vec<bool> = (0..expected.suite.cases.len())
        .map(|index| !is_contained(&expected.suite.cases, &expected.kept, index))
        .collect();
    expected.keep(&stays);
    expected
}

fn is_contained(cases: &[TestCase], kept: &[Kept], index: usize) -> bool {
    let (case, own) = (&cases[index], &kept[index]);
    if !case.faults.is_empty() || !case.comments.is_empty() || case.ends_api {
        return false;
    }
    let calls = &case.test.calls;
    cases.iter().zip(kept).any(|(other, its)| {
        let is_longer = other.test.calls.len() == calls.len() + 1
            && other.test.calls.starts_with(calls)
            && other.test.setup == case.test.setup
            && other.kind == case.kind;
        // All of the answer before that is asserted then.
        is_longer && other.shows_effect() && covers(its, own)
    })
}

fn covers(other: &Kept, own: &Kept) -> bool {
    own.covered.iter().all(|target| other.covered.binary_search(target).is_ok())
}

#[cfg(test)]
mod tests {
    use nearmiss_problem::{CallOutcome, HttpResponse, Test};
    use nearmiss_search::Individual;
    use nearmiss_targets::TargetId;
    use nearmiss_writer::{CaseKind, Expectation};
    use serde_json::json;

    use super::*;

    fn test(calls: &[&str], covered: &[u32]) -> (TestCase, Kept) {
        let call = |operation: &&str| {
            let (method, path) = operation.split_once(':').unwrap();
            let target = json!([{ "Text": path }]);
            let request =
                json!({ "method": method, "target": target, "headers": [], "body": null });
            let call = json!({ "operation": operation, "request": { "Http": request } });
            serde_json::from_value(call).unwrap()
        };
        let answer = HttpResponse { status: 200, ..HttpResponse::default() };
        let outcome = CallOutcome::Response(answer);
        let test = Test::of_calls(calls.iter().map(call).collect());
        let kept = Kept {
            individual: Individual::default(),
            test: test.clone(),
            faults: Vec::new(),
            told_elsewhere: Vec::new(),
            kind: CaseKind::Success,
            covered: covered.iter().copied().map(TargetId).collect(),
            cause: None,
        };
        let case = TestCase {
            name: String::new(),
            kind: CaseKind::Success,
            test,
            expectations: vec![Expectation::from_runs(&outcome, &outcome); calls.len()],
            ends_api: false,
            comments: Vec::new(),
            faults: Vec::new(),
            cause: None,
        };
        (case, kept)
    }

    #[test]
    fn a_test_with_a_reading_behind_it_stands_for_that_without() {
        let contained = |own: (&[&str], &[u32]), other: (&[&str], &[u32])| {
            let (cases, kept): (Vec<_>, Vec<_>) =
                [test(own.0, own.1), test(other.0, other.1)].into_iter().unzip();
            is_contained(&cases, &kept, 0)
        };
        let put: &[&str] = &["PUT:/bells/7"];
        let read: &[&str] = &["PUT:/bells/7", "GET:/bells/7"];
        assert!(contained((put, &[1, 2]), (read, &[1, 2, 3])));
        assert!(!contained((put, &[1, 2]), (read, &[1, 3])), "it covers something of its own");
        assert!(!contained((put, &[1]), (&["PUT:/bells/7", "GET:/crews"], &[1])), "no reading");
        assert!(!contained((put, &[1]), (&["PUT:/bells/8", "GET:/bells/8"], &[1])));
        assert!(!contained((read, &[1]), (put, &[1])));
    }
}

//! Calls that only lead to what a test is about. What they are answered another test asserts, so that this one need not
//! say it again: it says that they succeed.

use std::collections::BTreeSet;

use crate::naming::subject;
use crate::suite::{CaseKind, TestCase, TestSuite};
use crate::{AnswerExpectation, BodyExpectation, Expectation};

/// Calls of a suite whose answers other tests assert in full.
#[derive(Debug, Default)]
pub(super) struct Led {
    /// Case and call.
    calls: BTreeSet<(usize, usize)>,
}

impl Led {
    /// Finds them: another test begins alike, up to the call, and expects the same. It ends there, or no test does and
    /// it stands before this one.
    pub fn of(suite: &TestSuite) -> Self {
        let ends: BTreeSet<String> = suite
            .cases
            .iter()
            .filter_map(|case| beginning(case, case.test.calls.len().checked_sub(1)?))
            .collect();
        let mut told = BTreeSet::new();
        let mut calls = BTreeSet::new();
        for kind in [CaseKind::Success, CaseKind::ClientError, CaseKind::Fault] {
            let of_kind = suite.cases.iter().enumerate().filter(|(_, case)| case.kind == kind);
            for (index, case) in of_kind {
                for call in (0..case.test.calls.len()).filter(|call| only_leads(case, *call)) {
                    let Some(beginning) = beginning(case, call) else { continue };
                    if ends.contains(&beginning) || !told.insert(beginning) {
                        calls.insert((index, call));
                    }
                }
            }
        }
        Self { calls }
    }

    /// Answers what a test asserts of the answer to a call: its status alone where another test asserts the rest.
    pub fn asserted(&self, case: usize, call: usize, expected: &Expectation) -> Expectation {
        match expected {
            Expectation::Answer(answer) if self.calls.contains(&(case, call)) => {
                Expectation::Answer(AnswerExpectation {
                    status: answer.status,
                    content_type: None,
                    location: None,
                    cookies: Vec::new(),
                    body: BodyExpectation::Anything,
                    shows_stack: false,
                    left_out: Vec::new(),
                })
            }
            expected => expected.clone(),
        }
    }
}

/// Tells whether a call stands before what its test is about, and shows no fault. What is not known to be answered alike
/// each time leads nowhere.
fn only_leads(case: &TestCase, call: usize) -> bool {
    let has_status = match case.expectations.get(call) {
        Some(Expectation::Answer(answer)) => answer.status.is_some(),
        Some(Expectation::Timeout | Expectation::Broken | Expectation::Unstable { .. }) | None => {
            false
        }
    };
    has_status && call < subject(case) && case.faults.iter().all(|fault| fault.call != call)
}

/// Makes the text that tests have in common which do the same up to a call, and expect the same.
fn beginning(case: &TestCase, call: usize) -> Option<String> {
    let calls = case.test.calls.get(..=call)?;
    let expectations = case.expectations.get(..=call)?;
    serde_json::to_string(&(&case.test.setup, calls, expectations)).ok()
}

//! Code 923: a call is answered with success, and an error of it reaches nobody: an unhandled rejection
//! or an uncaught exception that the program's own last handler has kept from ending the process.

use nearmiss_search::Fault;

use super::in_process::{at, faults};
use super::{JudgedTest, Oracle};

/// An error that nobody handles behind a success.
pub(super) struct UnhandledError;

impl Oracle for UnhandledError {
    fn name(&self) -> &'static str {
        "unhandled-error"
    }

    fn faults(&self) -> &'static [(u32, &'static str)] {
        &[(923, "Unhandled Error Behind A Success")]
    }

    fn sees_answers_only(&self) -> bool {
        false
    }

    fn judge_test(&self, test: &JudgedTest<'_>) -> Vec<(usize, Fault)> {
        if test.incidents.iter().any(|one| one.kind == "exit") {
            return Vec::new();
        }
        let mut found = faults(test, 923, &["rejection", "uncaught"], |one| {
            let what = if one.kind == "uncaught" { "an exception" } else { "a rejection" };
            format!(
                "answers with success, and {what}{} is caught nowhere but by a listener of the process",
                at(&one.place)
            )
        });
        found.retain(|(index, _)| {
            let answer = test.calls.get(*index).and_then(|call| call.answer());
            answer.is_some_and(crate::HttpResponse::is_success)
        });
        found
    }
}

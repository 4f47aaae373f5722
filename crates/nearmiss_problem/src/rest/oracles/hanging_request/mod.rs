//! Code 909: a call gets no answer within its limit, and the process has nothing left to do that could
//! give one.

use nearmiss_search::Fault;

use super::in_process::{at, faults};
use super::{JudgedTest, Oracle};

/// A call that is forgotten.
pub(super) struct HangingRequest;

impl Oracle for HangingRequest {
    fn name(&self) -> &'static str {
        "hanging-request"
    }

    fn faults(&self) -> &'static [(u32, &'static str)] {
        &[(909, "Call Without An Answer")]
    }

    fn sees_answers_only(&self) -> bool {
        false
    }

    fn judge_test(&self, test: &JudgedTest<'_>) -> Vec<(usize, Fault)> {
        let mut found = faults(test, 909, &["hang"], |_| "is never answered".to_owned());
        for (action, fault) in &mut found {
            // Mostly an error that nobody has passed on.
            let error = test.incidents.iter().find(|one| {
                one.action == *action && matches!(one.kind.as_str(), "rejection" | "uncaught")
            });
            if let Some(error) = error.filter(|error| !error.place.is_empty()) {
                fault.place.clone_from(&error.place);
                fault.message = format!("is never answered after an error{}", at(&error.place));
            }
        }
        found
    }
}

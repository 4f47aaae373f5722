//! Code 924: a call ends the process of the API: an exception or rejection that nobody handles,
//! `process.exit`, a crash. Told apart by the line that threw or asked for it, where that is known.

use nearmiss_search::Fault;

use super::in_process::{at, faults};
use super::{JudgedTest, Oracle};

/// The process ends.
pub(super) struct ProcessExit;

impl Oracle for ProcessExit {
    fn name(&self) -> &'static str {
        "process-exit"
    }

    fn faults(&self) -> &'static [(u32, &'static str)] {
        &[(924, "Call Ends The Process")]
    }

    fn sees_answers_only(&self) -> bool {
        false
    }

    fn judge_test(&self, test: &JudgedTest<'_>) -> Vec<(usize, Fault)> {
        faults(test, 924, &["exit"], |one| format!("ends the process{}", at(&one.place)))
    }
}

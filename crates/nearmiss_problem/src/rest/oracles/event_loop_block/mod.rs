//! Code 922: a call keeps the event loop from turning: a regular expression that backtracks without end,
//! a loop, work that is synchronous. Measured in processor time of the main thread, see the runner.
//!
//! Where an input meets a regular expression that can backtrack exponentially (the runtime tells which,
//! `regex`), the examination sends what it cannot cope with.

mod attack;

use std::collections::BTreeSet;

use nearmiss_search::{Fault, Individual};
use rand_pcg::Pcg64Mcg;

use super::asked::ask;
use super::in_process::{at, faults};
use super::text_inputs::{holding, with_text};
use super::{JudgedTest, Oracle};

/// How often an input that meets an expression is tried: what leads to it may be gone when that is done.
const TIMES: usize = 2;

/// A standing event loop.
pub(super) struct EventLoopBlock;

impl Oracle for EventLoopBlock {
    fn name(&self) -> &'static str {
        "event-loop-block"
    }

    fn faults(&self) -> &'static [(u32, &'static str)] {
        &[(922, "Blocked Event Loop")]
    }

    fn sees_answers_only(&self) -> bool {
        false
    }

    fn judge_test(&self, test: &JudgedTest<'_>) -> Vec<(usize, Fault)> {
        faults(test, 922, &["block"], |one| format!("blocks the event loop{}", at(&one.place)))
    }

    fn examine(
        &self,
        test: &JudgedTest<'_>,
        asked: &mut BTreeSet<String>,
        rng: &mut Pcg64Mcg,
    ) -> Vec<Individual> {
        let mut wanted = Vec::new();
        for hint in test.incidents.iter().filter(|one| one.kind == "regex") {
            let Some(call) = test.calls.get(hint.action) else { continue };
            // A block is told at the first call of its operation in a test only.
            let earlier = &test.calls[..hint.action];
            if earlier.iter().any(|other| other.operation.name == call.operation.name) {
                continue;
            }
            let key = |name: &str| format!("{} {name} {}", call.operation.name, hint.detail);
            for input in holding(test, hint.action, &format!("_EM_{}_XYZ_", hint.place)) {
                if !ask(asked, &key(&input.name), TIMES) {
                    continue;
                }
                for text in attack::attacks(&hint.detail, rng) {
                    wanted.push(with_text(test, hint.action, &input, &text));
                }
            }
        }
        wanted
    }
}

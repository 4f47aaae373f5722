//! Code 921: an input leads a file access out of the folders that the program means.
//!
//! The runtime tells which inputs become part of a path (`path-input`); the examination sends ways out in
//! their place, and the runtime tells when a path has left (`path-traversal`).

use std::collections::BTreeSet;

use nearmiss_search::{Fault, Individual};
use rand_pcg::Pcg64Mcg;

use super::in_process::{at, faults};
use super::text_inputs::{holding, text_inputs, with_text};
use super::{JudgedTest, Oracle};

/// What every way out ends with.
const TARGET: &str = "etc/passwd";
/// What is sent: readable everywhere, and harmless to read. The last ones are for those who decode twice or look at the end.
const OUT: [&str; 4] = [
    "../../../../../../../../../../etc/passwd",
    "/etc/passwd",
    "..%2f..%2f..%2f..%2f..%2f..%2f..%2f..%2fetc/passwd",
    "....//....//....//....//....//....//....//....//etc/passwd",
];

/// File accesses outside of what the program means.
pub(super) struct PathTraversal;

impl Oracle for PathTraversal {
    fn name(&self) -> &'static str {
        "path-traversal"
    }

    fn faults(&self) -> &'static [(u32, &'static str)] {
        &[(921, "Path Traversal")]
    }

    fn sees_answers_only(&self) -> bool {
        false
    }

    fn judge_test(&self, test: &JudgedTest<'_>) -> Vec<(usize, Fault)> {
        let mut found = faults(test, 921, &["path-traversal"], |one| {
            format!("an input leads a file access out of the API's folders{}", at(&one.place))
        });
        // A program may open what it likes of its own accord.
        found.retain(|(index, _)| {
            text_inputs(test, *index).iter().any(|input| input.text.contains(TARGET))
        });
        found
    }

    fn examine(
        &self,
        test: &JudgedTest<'_>,
        asked: &mut BTreeSet<String>,
        _rng: &mut Pcg64Mcg,
    ) -> Vec<Individual> {
        let mut wanted = Vec::new();
        for hint in test.incidents.iter().filter(|one| one.kind == "path-input") {
            let Some(call) = test.calls.get(hint.action) else { continue };
            for input in holding(test, hint.action, &hint.detail) {
                let key = format!("{} {} {}", call.operation.name, input.name, hint.place);
                if !asked.insert(key) {
                    continue;
                }
                for out in OUT {
                    wanted.push(with_text(test, hint.action, &input, out));
                }
            }
        }
        wanted
    }
}

//! Tests of paths that nobody has named: that an API answers 404 to such is to be seen once.

use std::collections::BTreeMap;
use std::sync::PoisonError;

use nearmiss_runner::{SearchWords, TargetRegistry};
use nearmiss_targets::TargetId;

use super::Kept;

/// Leaves out all but the first of those tests that show nothing of their own but how calls of paths which the search has
/// made up are refused.
#[must_use]
pub fn with_one_invented(kept: Vec<Kept>, words: &SearchWords) -> Vec<Kept> {
    let registry = words.registry.lock().unwrap_or_else(PoisonError::into_inner);
    let mut times: BTreeMap<TargetId, u32> = BTreeMap::new();
    for target in kept.iter().flat_map(|kept| &kept.covered) {
        *times.entry(*target).or_default() += 1;
    }
    let mut is_first = true;
    let stays = |kept: &Kept| {
        if !is_invented(kept, &times, &registry) {
            return true;
        }
        std::mem::take(&mut is_first)
    };
    let stays: Vec<bool> = kept.iter().map(stays).collect();
    let tests = kept.into_iter().zip(stays);
    tests.filter(|(_, stays)| *stays).map(|(kept, _)| kept).collect()
}

fn is_invented(kept: &Kept, times: &BTreeMap<TargetId, u32>, registry: &TargetRegistry) -> bool {
    let calls = &kept.test.calls;
    let is_made_up = !calls.iter().any(|call| call.operation.is_of_people());
    if !is_made_up || !kept.faults.is_empty() {
        return false;
    }
    let only = kept.covered.iter().filter(|target| times.get(target) == Some(&1));
    only.filter_map(|target| registry.name(*target)).all(|key| is_refusal(&key))
}

/// Tells whether a target is that an operation refuses: a code of the class of refusals.
pub(super) fn is_refusal(key: &str) -> bool {
    let code = key.rsplit('_').next().unwrap_or_default();
    key.starts_with("Status_") && code.len() == 3 && code.starts_with('4')
        || key.starts_with("Response_") && code == "clientError"
}

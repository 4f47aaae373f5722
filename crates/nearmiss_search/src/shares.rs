//! Which targets a test of a suite shares with others.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use nearmiss_targets::TargetId;

use crate::{EvaluatedIndividual, SearchOutcome};

/// Targets that each test covers, and how many of the tests cover each target.
pub(crate) struct Shares {
    covers: Vec<BTreeSet<TargetId>>,
    times: BTreeMap<TargetId, u32>,
}

impl Shares {
    /// Counts them.
    pub fn of(suite: &[Arc<EvaluatedIndividual>], outcome: &SearchOutcome) -> Self {
        let covers: Vec<_> = suite.iter().map(|test| outcome.covered_by(test)).collect();
        let mut times: BTreeMap<TargetId, u32> = BTreeMap::new();
        for target in covers.iter().flatten() {
            *times.entry(*target).or_default() += 1;
        }
        Self { covers, times }
    }

    /// Answers the targets that a test covers.
    pub fn all(&self, index: usize) -> &BTreeSet<TargetId> {
        &self.covers[index]
    }

    /// Answers those that no other test covers.
    pub fn only(&self, index: usize) -> BTreeSet<TargetId> {
        let alone = |target: &&TargetId| self.times.get(*target).is_none_or(|times| *times < 2);
        self.covers[index].iter().filter(alone).copied().collect()
    }

    /// Notes what a test covers now.
    pub fn set(&mut self, index: usize, now: BTreeSet<TargetId>) {
        for target in &self.covers[index] {
            *self.times.entry(*target).or_default() -= 1;
        }
        for target in &now {
            *self.times.entry(*target).or_default() += 1;
        }
        self.covers[index] = now;
    }
}

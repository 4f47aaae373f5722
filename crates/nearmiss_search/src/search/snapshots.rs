//! What a search knows at one moment, and at its end.

use super::run::Run;
use crate::{SearchOutcome, Snapshot};

impl Run<'_> {
    /// Tells whether a target is covered, by its key.
    pub(super) fn covers(&self, key: &str) -> bool {
        self.evaluator.target(key).is_some_and(|target| self.archive.is_covered(target))
    }

    fn take_snapshot(&self) -> Snapshot {
        let (covered, near) = self.archive.found();
        Snapshot {
            covered,
            near,
            constants: self.knowledge.constants().to_vec(),
            faults: self.faults.iter().cloned().collect(),
            calls: self.calls,
            draws: self.draws,
            unsettled: self.resuming.not_covered_again(|key| self.covers(key)).0,
            not_run: self.resuming.not_run(),
        }
    }

    /// Gives the observer a snapshot if it wants one.
    pub(super) fn offer_snapshot(&mut self, ended: bool) {
        if self.observer.wants_snapshot(self.archive.news(), ended) {
            let snapshot = self.take_snapshot();
            self.observer.snapshot(snapshot);
        }
    }

    /// Ends the search.
    pub(super) fn finish(self) -> SearchOutcome {
        let (unsettled, lost) = self.resuming.not_covered_again(|key| self.covers(key));
        let stopped_early = self.observer.stops();
        let (covered, near_misses, flaky) = self.archive.into_ordered();
        let first_covered_at = covered.iter().map(|(target, (_, at))| (*target, *at)).collect();
        SearchOutcome {
            archive: covered.into_iter().map(|(target, (by, _))| (target, by)).collect(),
            near_misses,
            flaky,
            first_covered_at,
            faults: self.faults.into_iter().collect(),
            calls: self.calls,
            individuals: self.individuals,
            repeats: self.repeats,
            lost,
            unsettled,
            stopped_early,
        }
    }
}

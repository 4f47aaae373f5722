//! What a search found.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use nearmiss_targets::TargetId;

use crate::{Fault, Individual};

/// An individual that was run.
#[derive(Clone, Debug)]
pub struct EvaluatedIndividual {
    /// Counts individuals of the search from 0.
    pub number: u64,
    /// The individual.
    pub individual: Individual,
    /// Targets that it covered in both of its runs, ascending; empty unless it was archived.
    pub covered: Vec<TargetId>,
    /// Faults that showed in both of its runs, with the index of their action; empty unless it was
    /// archived.
    pub faults: Vec<(usize, Fault)>,
    /// As [`Evaluation::strayed`](crate::Evaluation::strayed) of the run that stands for it.
    pub strayed: Vec<(usize, String)>,
}

/// What a search found. All maps are ordered by target.
#[derive(Clone, Debug, Default)]
pub struct SearchOutcome {
    /// The shortest individual that covers each covered target.
    pub archive: BTreeMap<TargetId, Arc<EvaluatedIndividual>>,
    /// The best heuristic of each target that was reached and not covered (none for random search).
    pub near_misses: BTreeMap<TargetId, f64>,
    /// Targets that were covered and did not repeat, with how often. Some may be covered by another
    /// individual that did repeat.
    pub flaky: BTreeMap<TargetId, u32>,
    /// Calls that had been made when each covered target was first covered.
    pub first_covered_at: BTreeMap<TargetId, u64>,
    /// The different faults that repeated, without regard to their message.
    pub faults: Vec<Fault>,
    /// Calls made, repeats included.
    pub calls: u64,
    /// Individuals run, each counted once.
    pub individuals: u64,
    /// Second runs of individuals.
    pub repeats: u64,
    /// Keys of targets of earlier searches that no test of theirs covers any more.
    pub lost: Vec<String>,
    /// Keys of targets of earlier searches whose tests the budget did not suffice for.
    pub unsettled: Vec<String>,
    /// The observer ended the search.
    pub stopped_early: bool,
}

impl SearchOutcome {
    /// Finds what a test covers of all that is covered: what it is archived for, and what both of its runs did.
    pub(crate) fn covered_by(&self, test: &EvaluatedIndividual) -> BTreeSet<TargetId> {
        let known = test.covered.iter().filter(|target| self.archive.contains_key(target));
        known.copied().collect()
    }

    /// Takes in a test that was found after the search: what it covers, and its faults.
    pub(crate) fn take_in(&mut self, test: &Arc<EvaluatedIndividual>) {
        for target in &test.covered {
            if !self.archive.contains_key(target) {
                self.archive.insert(*target, Arc::clone(test));
                self.first_covered_at.insert(*target, self.calls);
                self.near_misses.remove(target);
            }
        }
        for (_, fault) in &test.faults {
            if !self.faults.iter().any(|known| known.is_same_as(fault)) {
                self.faults.push(fault.clone());
            }
        }
    }
}

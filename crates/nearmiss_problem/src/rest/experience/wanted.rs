//! Operations of which no call has succeeded: how far tries came, and which is tried next.

use std::collections::{BTreeMap, BTreeSet};

use nearmiss_search::Individual;

/// Most often that an individual is to make one of them succeed, while that helps.
const MOST: f64 = 0.75;
/// Share that remains however long nothing came of it: effort moves on from what does not move.
const LEAST: f64 = 0.03;
/// Tries of each in which nothing succeeded for the first time, after which half as many are made.
const PATIENCE: f64 = 10.0;
/// Kinds of refusals of an operation that are told apart.
const MOST_REFUSALS: usize = 32;
/// Factor of what was spent on an operation that is not ready.
const UNREADY: u32 = 4;

/// Distance that a call came which did not succeed, by what it was answered.
#[derive(Clone, Copy, Debug, Eq, Ord, PartialEq, PartialOrd)]
pub(in crate::rest) enum Stage {
    /// The caller is refused (401, 403).
    KeptOut,
    /// The thing that it works on is not there (404, 405, 410), or nothing was answered.
    Missing,
    /// What it says is at odds with what is there (409).
    AtOdds,
    /// Something of what it says is wrong: any other error.
    Refused,
}

impl Stage {
    /// The stage of an error; `None` for no answer.
    pub fn of(status: Option<u16>) -> Self {
        match status {
            Some(401 | 403) => Self::KeptOut,
            Some(409) => Self::AtOdds,
            None | Some(404 | 405 | 410 | 429 | 503) => Self::Missing,
            Some(_) => Self::Refused,
        }
    }
}

/// The test that came furthest; its last call is that of the operation.
#[derive(Clone, Debug)]
pub(in crate::rest) struct Furthest {
    pub stage: Stage,
    /// Number of kinds of refusals that were met by the time its own was met first: what is checked last is met last. 0
    /// at other stages.
    pub depth: usize,
    pub individual: Individual,
}

/// Tries of an operation.
#[derive(Clone, Debug, Default)]
struct Tries {
    /// Calls that tries have made.
    calls: u32,
    /// Number of tries.
    count: u32,
    /// What it was refused with, by a number that stands for the words, in the order in which these came first.
    refusals: Vec<u64>,
    furthest: Option<Furthest>,
}

impl Tries {
    /// Answers how many kinds of refusals came no later than this one; all, where no more are told apart.
    fn depth_of(&mut self, refusal: u64) -> usize {
        let known = self.refusals.iter().position(|known| *known == refusal);
        if known.is_none() && self.refusals.len() < MOST_REFUSALS {
            self.refusals.push(refusal);
        }
        known.map_or(self.refusals.len(), |at| at + 1)
    }
}

/// Operations that have not succeeded, by index.
#[derive(Clone, Debug, Default)]
pub(in crate::rest) struct Wanted {
    /// Those that have, each with the shortest test that ends so.
    won: BTreeMap<usize, Individual>,
    tried: BTreeMap<usize, Tries>,
    /// Those of which a call came further than any before.
    advanced: BTreeSet<usize>,
    /// Tries in a row after which nothing had succeeded for the first time.
    silent: u32,
}

impl Wanted {
    /// Takes in that a call of a test has succeeded.
    pub fn note_success(&mut self, operation: usize, test: &Individual, at: usize) {
        let known = self.won.get(&operation);
        if known.is_some_and(|known| known.calls.len() <= at + 1) {
            return;
        }
        if known.is_none() {
            self.tried.remove(&operation);
            self.silent = 0;
        }
        self.won.insert(operation, up_to(test, at));
    }

    /// The shortest test that ends in a success of an operation.
    pub fn proof(&self, operation: usize) -> Option<&Individual> {
        self.won.get(&operation)
    }

    /// Takes in how far a call of a test came that did not succeed; `refusal` answers what stands for the words of its
    /// answer, and is asked where these matter alone.
    pub fn note_failure(
        &mut self,
        operation: usize,
        (stage, refusal): (Stage, impl FnOnce() -> u64),
        test: &Individual,
        at: usize,
    ) {
        if self.won.contains_key(&operation) {
            return;
        }
        let tries = self.tried.entry(operation).or_default();
        let depth = if stage >= Stage::AtOdds { tries.depth_of(refusal()) } else { 0 };
        let advances = |known: &Furthest| (known.stage, known.depth) < (stage, depth);
        if stage >= Stage::AtOdds && tries.furthest.as_ref().is_none_or(advances) {
            self.advanced.insert(operation);
        }
        // Of equals the youngest: they are wandered over.
        let is_behind = |known: &Furthest| (known.stage, known.depth) <= (stage, depth);
        if tries.furthest.as_ref().is_none_or(is_behind) {
            tries.furthest = Some(Furthest { stage, depth, individual: up_to(test, at) });
        }
    }

    /// Answers the operations of which a call came further than any before since this was last asked.
    pub fn take_advanced(&mut self) -> BTreeSet<usize> {
        std::mem::take(&mut self.advanced)
    }

    /// Tells whether calls of an operation have succeeded.
    pub fn has_won(&self, operation: usize) -> bool {
        self.won.contains_key(&operation)
    }

    /// Answers how often an individual is to make one of so many operations succeed.
    pub fn share(&self, wanted: usize) -> f64 {
        if wanted == 0 {
            return 0.0;
        }
        let patience = PATIENCE * wanted as f64;
        MOST * (patience / (patience + f64::from(self.silent))).max(LEAST)
    }

    /// Chooses the one of these operations that fewest calls were spent on; those that are not ready, as what they
    /// need has not succeeded either, later. Answers it with the number of its tries before.
    pub fn next(
        &self,
        operations: impl Iterator<Item = usize>,
        is_ready: impl Fn(usize) -> bool,
    ) -> Option<(usize, u32)> {
        let tries = |operation: usize| {
            let known = self.tried.get(&operation);
            let (calls, count) = known.map_or((0, 0), |tries| (tries.calls, tries.count));
            let spent = if is_ready(operation) { calls } else { UNREADY * (calls + UNREADY) };
            (spent, count)
        };
        operations
            .map(|operation| (tries(operation), operation))
            .min()
            .map(|((_, count), operation)| (operation, count))
    }

    /// Takes in that an operation is tried with so many calls.
    pub fn begin(&mut self, operation: usize, calls: usize) {
        self.spend(operation, calls);
        let tries = self.tried.entry(operation).or_default();
        tries.count = tries.count.saturating_add(1);
    }

    /// Takes in that so many calls are made for an operation by something else than its next try.
    pub fn spend(&mut self, operation: usize, calls: usize) {
        let tries = self.tried.entry(operation).or_default();
        tries.calls = tries.calls.saturating_add(u32::try_from(calls).unwrap_or(u32::MAX));
        self.silent = self.silent.saturating_add(1);
    }

    /// The try of an operation that came furthest.
    pub fn furthest(&self, operation: usize) -> Option<&Furthest> {
        self.tried.get(&operation)?.furthest.as_ref()
    }
}

/// The test up to one of its calls.
fn up_to(test: &Individual, at: usize) -> Individual {
    let mut individual = Individual { soaks: false, ..test.clone() };
    individual.calls.truncate(at + 1);
    individual
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn effort_is_shared_and_ends_with_success() {
        let mut wanted = Wanted::default();
        assert_eq!(wanted.next(0..3, |_| true), Some((0, 0)));
        wanted.begin(0, 4);
        wanted.begin(1, 1);
        assert_eq!(wanted.next(0..3, |_| true), Some((2, 0)));
        wanted.begin(2, 9);
        assert_eq!(wanted.next(0..3, |_| true), Some((1, 1)));
        wanted.note_success(1, &Individual::default(), 0);
        assert!(wanted.has_won(1));
        assert_eq!(wanted.next([0, 2].into_iter(), |one| one != 2), Some((0, 1)));
    }

    #[test]
    fn the_share_falls_while_nothing_succeeds() {
        let mut wanted = Wanted::default();
        let first = wanted.share(2);
        for _ in 0..20 {
            wanted.begin(0, 1);
        }
        assert!(wanted.share(2) < 0.51 * first);
        wanted.note_success(1, &Individual::default(), 0);
        assert_eq!(wanted.share(2), first);
    }

    #[test]
    fn what_is_at_odds_with_what_is_there_came_less_far() {
        let (mut wanted, test) = (Wanted::default(), Individual::default());
        wanted.note_failure(0, (Stage::of(Some(422)), || 7), &test, 0);
        wanted.note_failure(0, (Stage::of(Some(409)), || 9), &test, 0);
        assert_eq!(wanted.furthest(0).unwrap().stage, Stage::Refused);
        wanted.note_failure(1, (Stage::of(Some(404)), || 7), &test, 0);
        wanted.note_failure(1, (Stage::of(Some(409)), || 9), &test, 0);
        assert_eq!(wanted.furthest(1).unwrap().stage, Stage::AtOdds);
    }

    #[test]
    fn what_came_furthest_is_kept() {
        let (mut wanted, test) = (Wanted::default(), Individual::default());
        wanted.note_failure(0, (Stage::of(Some(422)), || 7), &test, 0);
        wanted.note_failure(0, (Stage::of(Some(400)), || 9), &test, 0);
        wanted.note_failure(0, (Stage::of(Some(422)), || 7), &test, 0);
        wanted.note_failure(0, (Stage::of(Some(403)), || 5), &test, 0);
        let furthest = wanted.furthest(0).unwrap();
        assert_eq!((furthest.stage, furthest.depth), (Stage::Refused, 2));
        assert!(wanted.take_advanced().contains(&0));
        wanted.note_failure(0, (Stage::of(Some(400)), || 9), &test, 0);
        assert!(wanted.take_advanced().is_empty(), "as far as before");
        wanted.note_success(0, &test, 0);
        wanted.note_failure(0, (Stage::of(Some(422)), || 7), &test, 0);
        assert!(wanted.furthest(0).is_none());
    }
}

//! Which calls succeed, and after which others: dependencies that no document tells.

use std::collections::{BTreeMap, BTreeSet};

use rand::RngExt;
use rand_pcg::Pcg64Mcg;

/// Successes after another operation before that counts as what they need.
const SURE: u32 = 2;
/// How many times as often an operation succeeds after another one that it needs.
const LIFT: f64 = 2.0;
/// Tries of an operation without any success after which it is one that is hard to reach.
const HARD: u32 = 3;

/// What came of a call, as far as the things that it works on are the reason.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(in crate::rest) enum Outcome {
    /// It succeeded.
    Won,
    /// There is no such thing, or it is not the caller's (401, 403, 404, 410).
    Refused,
    /// Anything else: other inputs may be the reason.
    Other,
}

/// Tries and successes.
#[derive(Clone, Copy, Debug, Default)]
struct Record {
    tried: u32,
    won: u32,
}

impl Record {
    fn note(&mut self, won: bool) {
        self.tried = self.tried.saturating_add(1);
        self.won += u32::from(won);
    }

    fn rate(self) -> f64 {
        f64::from(self.won) / f64::from(self.tried.max(1))
    }
}

/// A place that an id was put into, and the operation whose answer it came from.
pub(in crate::rest) type Taken = (usize, usize, String, usize);

/// What is known of successes, by the indices of operations.
#[derive(Clone, Debug, Default)]
pub(in crate::rest) struct Successes {
    alone: BTreeMap<usize, Record>,
    after: BTreeMap<usize, BTreeMap<usize, Record>>,
    taken: BTreeMap<Taken, Record>,
}

impl Successes {
    /// Takes in the calls of a test: operation, what came of it, and what was put into it.
    pub fn note(&mut self, calls: &[(usize, Outcome, Vec<Taken>)]) {
        let mut before: BTreeSet<usize> = BTreeSet::new();
        for (operation, outcome, taken) in calls {
            let won = *outcome == Outcome::Won;
            self.alone.entry(*operation).or_default().note(won);
            let after = self.after.entry(*operation).or_default();
            for earlier in before.iter().filter(|earlier| *earlier != operation) {
                after.entry(*earlier).or_default().note(won);
            }
            if *outcome != Outcome::Other {
                for place in taken {
                    self.taken.entry(place.clone()).or_default().note(won);
                }
            }
            if won {
                before.insert(*operation);
            }
        }
    }

    /// Whether an operation was tried and never succeeded.
    pub fn is_hard(&self, operation: usize) -> bool {
        self.alone.get(&operation).is_some_and(|record| record.won == 0 && record.tried >= HARD)
    }

    /// An operation after which this one succeeds more often than else, if there is one.
    pub fn needed_before(&self, operation: usize, rng: &mut Pcg64Mcg) -> Option<usize> {
        let all = self.alone.get(&operation)?;
        let needed: Vec<usize> = self
            .after
            .get(&operation)?
            .iter()
            .filter(|(_, after)| {
                let else_ = Record {
                    tried: all.tried - after.tried.min(all.tried),
                    won: all.won - after.won.min(all.won),
                };
                after.won >= SURE && after.rate() > LIFT * else_.rate()
            })
            .map(|(earlier, _)| *earlier)
            .collect();
        (!needed.is_empty()).then(|| needed[rng.random_range(0..needed.len())])
    }

    /// How often a call succeeded with an id that was put there, hopeful at first: as long as the
    /// operation never succeeded, the id need not be the reason.
    pub fn trust(&self, place: &Taken) -> f64 {
        let known = self.taken.get(place);
        known
            .filter(|_| self.alone.get(&place.0).is_some_and(|alone| alone.won > 0))
            .map_or(0.5, |record| (f64::from(record.won) + 1.0) / (f64::from(record.tried) + 2.0))
    }
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;

    use super::*;

    #[test]
    fn what_succeeds_only_after_another_call_needs_it() {
        let mut successes = Successes::default();
        let mut rng = Pcg64Mcg::seed_from_u64(1);
        let call = |operation, won| {
            (operation, if won { Outcome::Won } else { Outcome::Refused }, Vec::new())
        };
        for _ in 0..4 {
            successes.note(&[call(2, false)]);
            successes.note(&[call(0, true), call(2, false)]);
        }
        assert!(successes.is_hard(2) && !successes.is_hard(0) && !successes.is_hard(9));
        assert_eq!(successes.needed_before(2, &mut rng), None);
        for _ in 0..3 {
            successes.note(&[call(0, true), call(1, true), call(2, true)]);
        }
        assert_eq!(successes.needed_before(2, &mut rng), Some(1));
        assert_eq!(successes.needed_before(0, &mut rng), None);
        assert!(!successes.is_hard(2));
    }

    #[test]
    fn places_are_trusted_by_what_came_of_them() {
        let mut successes = Successes::default();
        let (good, bad) = ((1, 0, "a".to_owned(), 2), (1, 0, "a".to_owned(), 3));
        for _ in 0..5 {
            successes.note(&[(1, Outcome::Refused, vec![bad.clone()])]);
        }
        assert_eq!(successes.trust(&bad), 0.5, "nothing ever succeeded");
        for _ in 0..5 {
            successes.note(&[
                (1, Outcome::Won, vec![good.clone()]),
                (1, Outcome::Other, vec![good.clone()]),
            ]);
        }
        assert!(successes.trust(&good) > 0.8 && successes.trust(&bad) < 0.2);
        assert_eq!(successes.trust(&(7, 0, String::new(), 0)), 0.5);
    }
}

//! Which way to go next: each way gets calls by what it lately covered per call.
//!
//! A fixed chance for each way starves one of them on some SUT: facts to follow up may never run out
//! where an API checks much, and samples are what an API of many states needs. A way that brings more
//! gets more (probability matching, as in adaptive operator selection; Fialho et al. 2010), and each
//! keeps a least share, as what it brings changes over the search.

/// A way to make the next individual.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum Way {
    /// A fresh one.
    Sample,
    /// A fact that the runtime reported is tried.
    FollowUp,
    /// One of the archive is mutated.
    Mutate,
}

/// All ways; their order settles ties.
const WAYS: [Way; 3] = [Way::FollowUp, Way::Mutate, Way::Sample];
/// Calls after which what a way brought counts less than half, roughly: 1 / e.
const MEMORY: f64 = 1_000.0;
/// What each way is taken to have brought before it was tried: targets, in so many calls.
const PRIOR: (f64, f64) = (20.0, 100.0);
/// Least share of the calls of each way.
const LEAST: f64 = 0.1;

/// What one way took and brought.
#[derive(Clone, Copy, Debug, Default)]
struct Account {
    /// Calls, and targets covered by them, as far as they are remembered.
    calls: f64,
    covered: f64,
    /// Calls, remembered as long as those of all other ways.
    spent: f64,
}

/// The accounts of all ways.
#[derive(Clone, Debug, Default)]
pub(super) struct Effort {
    accounts: [Account; WAYS.len()],
}

impl Effort {
    /// Takes in an individual that was made in this way: calls made, and targets covered for the first time.
    pub fn note(&mut self, way: Way, calls: u64, covered: usize) {
        let calls = calls as f64;
        let keep = (-calls / MEMORY).exp();
        for account in &mut self.accounts {
            account.spent *= keep;
        }
        let account = &mut self.accounts[index(way)];
        account.calls = account.calls * keep + calls;
        account.covered = account.covered * keep + covered as f64;
        account.spent += calls;
    }

    /// The way that is furthest behind its share, of those that can be gone.
    pub fn next(&self, can: impl Fn(Way) -> bool) -> Option<Way> {
        let ways = || WAYS.into_iter().filter(|way| can(*way));
        let rate = |way: Way| {
            let account = &self.accounts[index(way)];
            (account.covered + PRIOR.0) / (account.calls + PRIOR.1)
        };
        let rates: f64 = ways().map(rate).sum();
        let spent: f64 = ways().map(|way| self.accounts[index(way)].spent).sum();
        let left = 1.0 - LEAST * ways().count() as f64;
        let behind = |way: Way| {
            let share = LEAST + left * rate(way) / rates;
            share - self.accounts[index(way)].spent / spent.max(1.0)
        };
        ways().reduce(|best, way| if behind(way) > behind(best) { way } else { best })
    }
}

fn index(way: Way) -> usize {
    WAYS.iter().position(|other| *other == way).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Calls of each way, in the order of [`WAYS`], when a way covers so much per call.
    fn spend(effort: &mut Effort, rounds: usize, rate: impl Fn(Way) -> f64) -> [u64; 3] {
        let mut spent = [0; 3];
        let mut owed = [0.0; 3];
        for _ in 0..rounds {
            let way = effort.next(|_| true).unwrap();
            owed[index(way)] += 4.0 * rate(way);
            let covered = owed[index(way)] as usize;
            owed[index(way)] -= covered as f64;
            effort.note(way, 4, covered);
            spent[index(way)] += 4;
        }
        spent
    }

    #[test]
    fn what_brings_more_gets_more_and_nothing_gets_nothing() {
        let mut effort = Effort::default();
        let [follow_ups, mutants, samples] =
            spend(&mut effort, 2_000, |way| if way == Way::Sample { 0.3 } else { 0.02 });
        assert!(samples > 4 * follow_ups && samples > 4 * mutants, "{samples} {follow_ups}");
        assert!(follow_ups >= 700 && mutants >= 700, "{follow_ups} {mutants}");
        // What it brings has changed: so does what it gets.
        let [_, mutants, samples] =
            spend(&mut effort, 2_000, |way| if way == Way::Mutate { 0.3 } else { 0.0 });
        assert!(mutants > 2 * samples, "{mutants} {samples}");
    }

    #[test]
    fn only_what_can_be_gone_is_chosen() {
        let effort = Effort::default();
        assert_eq!(effort.next(|way| way == Way::Mutate), Some(Way::Mutate));
        assert_eq!(effort.next(|_| false), None);
    }
}
